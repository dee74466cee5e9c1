import { expect, it } from 'vitest'
import { parseModule } from '#schemas/check/parse-module.ts'
import { moduleTypes } from '#schemas/cli/commands/types.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

it('types tell what a module adds to the records of others', async () => {
  const types = await moduleTypes(parseModule(readModuleFolder('tests/fixtures/club')))
  const [, added] = /export interface ClubBook (\{[^]*?\n\})/.exec(types)!
  expect(added!.replace(/\s+/g, ' ')).toBe('{ club__rating?: (number | null) | null club__read_on?: (string | null) | null }')
})
