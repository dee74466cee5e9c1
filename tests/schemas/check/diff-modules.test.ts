import { describe, expect, it } from 'vitest'
import { diffModules } from '#schemas/check/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const changes = (file: string, from: string, to: string): string[] => {
  expect(files[file]).toContain(from)
  return diffModules(parseModule(files), parseModule({ ...files, [file]: files[file]!.replace(from, () => to) })).map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`)
}

describe('diffModules', () => {
  it('finds nothing between equals, whatever the order of properties', () => {
    expect(diffModules(parseModule(files), parseModule(files))).toEqual([])
    expect(changes('forms/book.json', '"collapsed": true', '"collapsed": true')).toEqual([])
  })
  it('knows a new module', () => expect(diffModules(undefined, parseModule(files))).toEqual([{ level: 'additive', subject: 'module library', sentence: 'is new' }]))
  const cases: [string, string, string, string, string][] = [
    ['a field that is gone', 'entities/book.json', '"price": { "type": "string", "format": "decimal", "rules": "min_value:0" },', '', 'breaking entity book: price is gone'],
    ['a field of another type', 'entities/book.json', '"type": "string", "format": "decimal"', '"type": "integer"', 'breaking entity book: price was string decimal, becomes integer'],
    ['a value that is gone', 'entities/book.json', '["draft", "published"]', '["draft"]', 'breaking entity book: status no longer allows published'],
    ['a field that becomes required', 'entities/book.json', '"required": ["title", "isbn"]', '"required": ["title", "isbn", "price"]', 'risky entity book: price becomes required'],
    ['a stricter rule', 'entities/book.json', 'max:200', 'max:20', 'risky entity book: title is checked by other rules'],
    ['a new unique', 'entities/book.json', '[["isbn"]]', '[["isbn"], ["title"]]', 'risky entity book title must be unique'],
    ['a stricter permission', 'entities/book.json', '"read": "library.read"', '"read": "library.write"', 'breaking entity book: read needs library.write'],
    ['a screen that moves', 'screens/library-book-edit.json', 'library/books/:id/edit', 'library/book/:id', 'breaking screen library-book-edit moves'],
    ['a column that is gone', 'grids/books.json', '"author.name_full",', '', 'risky grid library/book/books: column author.name_full is no longer shown'],
    ['an argument that is needed', 'endpoints.json', '"required": ["id", "user"]', '"required": ["id", "user", "version"]', 'breaking endpoint library-lend needs "version"'],
    ['a role that loses', 'module.json', '["library.read", "library.lend"]', '["library.read"]', 'breaking role operator loses library.lend'],
    ['another text', 'locales/en.json', '"Sale"', '"Prices"', 'additive texts one text is new or reads differently'],
    ['another look', 'forms/book.json', '"collapsed": true', '"collapsed": false', 'additive form book looks or behaves differently'],
  ]
  it.each(cases)('%s', (_, file, from, to, expected) => expect(changes(file, from, to).find(change => change.startsWith(expected))).toBeDefined())
})
