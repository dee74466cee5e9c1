import { describe, expect, it } from 'vitest'
import { features } from '#server/features/index.ts'
import { locales } from '#schemas/rules/locales.ts'
import { checkDocuments } from '#server/publishing/check-documents.ts'
import { readProductModules } from '#server/publishing/product-modules.ts'

const modules = readProductModules('modules')

describe.each([...modules])('module %s', (name, files) => {
  const problems = checkDocuments(name, files, modules, { config: { root: '.', locales: [...locales] }, features })

  it('could be published as it is', () => {
    expect(problems.filter(({ severity }) => severity === 'error').map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual(
      [],
    )
  })

  it('says each of its texts in every locale', () => {
    expect(
      problems
        .filter(({ file, message }) => file.startsWith('locales/') && !message.endsWith('is not used'))
        .map(({ file, line, message }) => `${file}:${line} ${message}`),
    ).toEqual([])
  })
})
