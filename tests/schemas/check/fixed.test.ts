import { expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const context = offlineContext({}, {})
const authors = (more: object) => ({
  ...files,
  'entities/author.json': JSON.stringify({ ...(JSON.parse(files['entities/author.json']!) as object), ...more }),
})
const faults = (more: object) =>
  checkModule(authors(more), context)
    .filter(({ file, severity }) => severity === 'error' && file === 'entities/author.json')
    .map(({ pointer, message }) => `${pointer} ${message}`)
const changes = (before: object, after: object) =>
  diffModules(parseModule(authors(before)), parseModule(authors(after))).map(
    ({ level, subject, sentence }) => `${level} ${subject} ${sentence}`,
  )

const born = { fields: ['born_in'], message: 'It stays.' }

it('fields are fixed from the beginning or while the record is used', () => {
  expect(
    faults({ fixed: [born, { ...born, used_by: ['book.author'] }], storage: { search: ['name_full'], needed_by: ['book.author'] } }),
  ).toEqual([])
})

it.each<[string, object, string]>([
  ['an unknown field', { fixed: [{ ...born, fields: ['born'] }] }, '/fixed/0/fields/0 there is no field "born" in this entity'],
  ['an unknown entity', { fixed: [{ ...born, used_by: ['bok.author'] }] }, '/fixed/0/used_by/0 there is no entity "bok"'],
  [
    'an unknown reference',
    { storage: { needed_by: ['book.autor'] } },
    '/storage/needed_by/0 there is no field "autor" in the entity "book"',
  ],
  [
    'a field that refers to nothing',
    { storage: { needed_by: ['book.title'] } },
    '/storage/needed_by/0 "book.title" does not refer to "author"',
  ],
])('%s is refused where it stands', (_, more, said) => {
  expect(faults(more).join('\n')).toContain(said)
})

it('a diff tells what is fixed from now on, and what may be changed again', () => {
  const used = { fixed: [{ ...born, used_by: ['book.author'] }], storage: { search: ['name_full'], needed_by: ['book.author'] } }
  expect(changes({}, used).join('\n')).toContain('born_in keeps its value in a stored record while it is referred to by book.author')
  expect(changes({}, used).join('\n')).toContain('is not trashed while a "book.author" leads to it')
  expect(changes(used, {}).filter((line) => line.startsWith('additive'))).toHaveLength(2)
  expect(changes(used, used)).toEqual([])
})
