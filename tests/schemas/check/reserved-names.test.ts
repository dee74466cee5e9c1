import { expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { moduleName, offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const context = offlineContext({}, {})

function faultOf(name: string, storage: object = {}): string | undefined {
  const properties = { label: { type: 'string' }, [name]: { type: 'string', title: 'T' } }
  const entity = { name: 'crate', title: 'Crate', display: '{id}', storage, schema: { type: 'object', properties } }
  return checkModule({ ...files, 'entities/crate.json': JSON.stringify(entity) }, context).find(
    ({ pointer, file }) => pointer === `/schema/properties/${name}` && file === 'entities/crate.json',
  )?.message
}

it.each([
  ['tableoid', 'the database keeps the column'],
  ['can_edit', 'what the caller may do with a record'],
  ['can_be_lent', 'what the caller may do with a record'],
  ['created_by_id', 'every record has'],
  ['has_children', 'lists that are trees'],
])('a field called "%s" is refused', (name, message) => expect(faultOf(name)).toContain(message))

it('refuses "sisters" and "translations" only where answers have them', () => {
  expect(faultOf('sisters')).toBeUndefined()
  expect(faultOf('sisters', { sisters: true })).toContain('is answered')
  expect(faultOf('translations', { translate: ['label'] })).toContain('is answered')
})

it('a byte order mark before a document is no part of it', () => {
  const marked = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `\uFEFF${text}`]))
  expect(parseModule(marked)).toEqual(parseModule(files))
  expect(moduleName(marked)).toBe('library')
})
