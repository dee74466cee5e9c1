import { describe, expect, it } from 'vitest'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

const library = readModuleFolder('tests/fixtures/library')
const size =
  '"size": { "type": "object", "required": ["pages", "unit"], "properties": { "pages": { "type": "integer", "maximum": 999 }, "unit": { "type": "string" } } }, '
const files: Record<string, string> = {
  ...library,
  'entities/book.json': library['entities/book.json']!.replace('"isbn": {', () => `${size}"isbn": {`),
}
const changes = (file: string, from: string, to: string): string[] => {
  expect(files[file]).toContain(from)
  return diffModules(parseModule(files), parseModule({ ...files, [file]: files[file]!.replace(from, () => to) })).map(
    ({ level, subject, sentence }) => `${level} ${subject} ${sentence}`,
  )
}

describe('diffModules', () => {
  it('finds nothing between equals, whatever the order of properties', () => {
    expect(diffModules(parseModule(files), parseModule(files))).toEqual([])
    expect(changes('forms/book.json', '"collapsed": true', '"collapsed": true')).toEqual([])
  })
  it('knows fields that are renamed and converted', () => {
    const book = files['entities/book.json']!.replace(
      '"price": { "type": "string", "format": "decimal"',
      '"cost": { "type": "integer"',
    ).replace('"storage": {', '"renamed": { "price": "cost" }, "converted": ["cost"], "storage": {')
    const others = Object.fromEntries(
      ['grids/books.json', 'forms/book.json', 'locales/en.json', 'locales/fa.json'].map((file) => [
        file,
        files[file]!.replaceAll('"price"', '"cost"').replace('"entities.book.price"', '"entities.book.cost"'),
      ]),
    )
    const found = diffModules(parseModule(files), parseModule({ ...files, ...others, 'entities/book.json': book }))
    const told = found.map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`).join('\n')
    expect(told).toContain('breaking entity book: price is called "cost" from now on')
    expect(told).toContain('breaking entity book: cost was string decimal, becomes integer; what is stored is converted')
    expect(told).not.toContain('is gone')
    expect(told).not.toContain('is new')
  })
  it('tells a field with another name once: not its uniqueness, its options, its columns and its forms', () => {
    const renamed = Object.fromEntries(
      Object.entries(files).map(([file, text]) => [
        file,
        file.startsWith('locales/')
          ? text.replace('"entities.book.isbn"', '"entities.book.code"').replace('"entities.book.status"', '"entities.book.stage"')
          : /^(entities.book|grids|forms|screens)/.test(file)
            ? text.replaceAll('"isbn"', '"code"').replaceAll('"status"', '"stage"')
            : text,
      ]),
    )
    renamed['entities/book.json'] = renamed['entities/book.json']!.replace(
      '"storage": {',
      '"renamed": { "isbn": "code", "status": "stage" }, "storage": {',
    )
    const told = diffModules(parseModule(files), parseModule(renamed)).filter(({ subject }) => !subject.startsWith('endpoint'))
    expect(told.map(({ subject, sentence }) => `${subject} ${sentence}`)).toEqual([
      'entity book: isbn is called "code" from now on; its values move along, and who sends the former name is refused',
      'entity book: status is called "stage" from now on; its values move along, and who sends the former name is refused',
    ])
  })
  it('asks whether a new field is one that is gone', () => {
    const isbn = '"isbn": { "type": "string", "pattern": "^97[89][0-9]{10}$", "rules": "required" },'
    const told = changes('entities/book.json', isbn, isbn.replace('isbn', 'isbn_13'))
    const hint = 'if "isbn_13" is the former "isbn", say so, and the values move along: "renamed": { "isbn": "isbn_13" }'
    expect(told.find((line) => line.includes('isbn is gone'))).toContain(hint)
    expect(told.find((line) => line.includes('isbn_13 is new and required'))).toContain(hint)
    expect(changes('entities/book.json', isbn, '"pages": { "type": "integer" },').join('\n')).not.toContain('the former')
  })
  it('knows a new module', () =>
    expect(diffModules(undefined, parseModule(files))).toEqual([{ level: 'additive', subject: 'module library', sentence: 'is new' }]))
  const cases: [string, string, string, string, string][] = [
    [
      'a field that is gone',
      'entities/book.json',
      '"price": { "type": "string", "format": "decimal", "rules": "min_value:0" },',
      '',
      'breaking entity book: price is gone',
    ],
    [
      'a field of another type',
      'entities/book.json',
      '"type": "string", "format": "decimal"',
      '"type": "integer"',
      'breaking entity book: price was string decimal, becomes integer',
    ],
    [
      'a value that is gone',
      'entities/book.json',
      '["draft", "published"]',
      '["draft"]',
      'breaking entity book: status no longer allows published',
    ],
    [
      'a field that becomes required',
      'entities/book.json',
      '"required": ["title", "isbn"]',
      '"required": ["title", "isbn", "price"]',
      'breaking entity book: price becomes required',
    ],
    ['a stricter rule', 'entities/book.json', 'max:200', 'max:20', 'breaking entity book: title is checked by other rules'],
    ['a looser rule', 'entities/book.json', 'max:200', 'max:250', 'additive entity book: title is checked by other rules'],
    [
      'a minimum that is raised',
      'entities/book.json',
      'min_value:0',
      'min_value:5',
      'breaking entity book: price is checked by other rules',
    ],
    [
      'a field that is only read',
      'entities/book.json',
      '"format": "date-time"',
      '"format": "date-time", "readOnly": true',
      'breaking entity book: published_at /readOnly is new: true; every write to it is refused',
    ],
    [
      'a first day that is later',
      'entities/book.json',
      '"format": "date-time"',
      '"format": "date-time", "formatMinimum": "2024-01-01"',
      'breaking entity book: published_at /formatMinimum is new: "2024-01-01"; it is tightened',
    ],
    ['a new unique', 'entities/book.json', '[["isbn"]]', '[["isbn"], ["title"]]', 'risky entity book title must be unique'],
    [
      'a stricter permission',
      'entities/book.json',
      '"read": "library.read"',
      '"read": "library.write"',
      'breaking entity book: read needs library.write',
    ],
    [
      'a screen that moves',
      'screens/library-book-edit.json',
      'library/books/:id/edit',
      'library/book/:id',
      'breaking screen library-book-edit moves',
    ],
    [
      'a column that is gone',
      'grids/books.json',
      '"author.name_full",',
      '',
      'risky grid library/book/books: column author.name_full is no longer shown',
    ],
    [
      'an argument that is needed',
      'endpoints.json',
      '"required": ["id", "user"]',
      '"required": ["id", "user", "version"]',
      'breaking endpoint library-lend needs "version"',
    ],
    [
      'a role that loses',
      'module.json',
      '["library.read", "library.lend"]',
      '["library.read"]',
      'breaking role operator loses library.lend',
    ],
    ['another text', 'locales/en.json', '"Sale"', '"Prices"', 'additive texts one text is new or reads differently'],
    [
      'another look',
      'forms/book.json',
      '"collapsed": true',
      '"collapsed": false',
      'additive form book /layout/3/collapsed was true, becomes false',
    ],
    [
      'a part of the layout in the place of a field',
      'forms/book.json',
      '    "author",\n',
      '    { "columns": ["lent_to"] },\n',
      'risky form book /layout/1 was "author", becomes {"columns":["lent_to"]}',
    ],
    [
      'a field that moves into columns in its place',
      'forms/book.json',
      '    "author",\n',
      '    { "columns": ["author", "lent_to"] },\n',
      'additive form book /layout/1 was "author"',
    ],
    [
      'a bound inside an object',
      'entities/book.json',
      '"maximum": 999',
      '"maximum": 0',
      'breaking entity book: size /properties/pages/maximum was 999, becomes 0; it is tightened, so values that were taken are refused',
    ],
    [
      'a looser bound inside an object',
      'entities/book.json',
      '"maximum": 999',
      '"maximum": 9999',
      'additive entity book: size /properties/pages/maximum was 999, becomes 9999',
    ],
    [
      'a name that an object requires no more',
      'entities/book.json',
      '"required": ["pages", "unit"]',
      '"required": ["pages"]',
      'additive entity book: size /required was ["pages","unit"], becomes ["pages"]',
    ],
    [
      'a name that an object requires',
      'entities/book.json',
      '"required": ["pages", "unit"]',
      '"required": ["pages", "unit", "x"]',
      'breaking entity book: size /required',
    ],
    [
      'a type inside an object',
      'entities/book.json',
      '"pages": { "type": "integer"',
      '"pages": { "type": "string"',
      'breaking entity book: size /properties/pages/type was "integer", becomes "string"',
    ],
    [
      'another default',
      'entities/book.json',
      '"default": "draft"',
      '"default": "published"',
      'additive entity book: status /default was "draft", becomes "published"',
    ],
    [
      'other fields to search',
      'entities/book.json',
      '"search": ["title", "isbn"]',
      '"search": ["title"]',
      'risky entity book /storage/search was ["title","isbn"], becomes ["title"]',
    ],
    [
      'a setting of a column beside one that is new',
      'grids/books.json',
      '"status",\n',
      '"lent_to",\n    { "key": "status", "width": 90 },\n',
      'additive grid library/book/books /columns/3 was "status", becomes {"key":"status","width":90}',
    ],
    [
      'another entry of the menu',
      'module.json',
      '"order": 40, "access": "library.read"',
      '"order": 41, "access": "library.read"',
      'additive menu /0/order was 40, becomes 41',
    ],
    [
      'a button of the toolbar that is gone',
      'grids/books.json',
      /"toolbar": \[[^]*?\n  \],\n/.exec(library['grids/books.json']!)![0],
      '',
      'risky grid library/book/books /toolbar is gone',
    ],
    [
      'an action of a row that is gone',
      'grids/books.json',
      '    "edit",\n',
      '',
      'risky grid library/book/books /row/0 is gone, was "edit"',
    ],
    [
      'an entry of the menu that is gone',
      'module.json',
      /"menu": (\[[^]*?\])/.exec(library['module.json']!)![1]!,
      '[]',
      'risky menu /0 is gone',
    ],
    [
      'a search that is gone',
      'grids/books.json',
      '"page_size": 50',
      '"page_size": 50, "search": false',
      'risky grid library/book/books /search is new: false',
    ],
    [
      'a button for fewer',
      'grids/books.json',
      '"access": "library.write"',
      '"access": "library.lend"',
      'risky grid library/book/books /toolbar/0/access was "library.write"',
    ],
    [
      'another title of the module',
      'module.json',
      '"version": "1.0.0"',
      '"version": "1.0.1"',
      'additive module /version was "1.0.0", becomes "1.0.1"',
    ],
  ]
  it.each(cases)('%s', (_, file, from, to, expected) =>
    expect(changes(file, from, to).find((change) => change.startsWith(expected))).toBeDefined(),
  )
})

it('counts texts in good English', () => {
  const { 'locales/en.json': en, 'locales/fa.json': fa } = library
  const after = parseModule({
    ...library,
    'locales/en.json': en!.replace('"Sale"', '"Prices"'),
    'locales/fa.json': fa!.replace(/("sale": ")/, '$1x'),
  })
  expect(diffModules(parseModule(library), after).map(({ sentence }) => sentence)).toEqual(['2 texts are new or read differently'])
})

it('tells an entry that has moved from one that is gone', () => {
  const grid = JSON.parse(library['grids/books.json']!) as { row: unknown[] }
  const after = parseModule({ ...library, 'grids/books.json': JSON.stringify({ ...grid, row: [...grid.row].reverse() }) })
  expect(diffModules(parseModule(library), after).map(({ level, sentence }) => `${level} ${sentence}`)).toEqual([
    'additive /row has another order',
  ])
})

describe('nothing is silent', () => {
  it.each(Object.keys(library).filter((file) => !file.startsWith('locales/')))('%s', (file) => {
    const before = parseModule(library)
    for (const text of changed(JSON.parse(library[file]!) as unknown))
      expect([text, diffModules(before, parseModule({ ...library, [file]: text })).length]).not.toEqual([text, 0])
  })
})

/** The document with one of its texts, numbers or switches changed at a time; names of documents and `$schema` left alone. */
function* changed(root: unknown, node: unknown = root, path: string[] = []): Generator<string> {
  if (node !== null && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) if (key !== '$schema') yield* changed(root, value, [...path, key])
    return
  }
  const copy = structuredClone(root) as Record<string, unknown>
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, copy)
  parent[path.at(-1)!] = typeof node === 'number' ? node + 1 : typeof node === 'boolean' ? !node : `${String(node)}x`
  yield JSON.stringify(copy)
}

describe('a condition', () => {
  const lent = '{ "properties": { "lent_to_id": { "const": null } } }'
  const lend = (to: string) => changes('endpoints.json', lent, to)
  const branch = '"required": ["title", "isbn"]'
  it.each([
    ['asks for more', '{ "properties": { "lent_to_id": { "const": null }, "status": { "const": "draft" } } }'],
    ['asks for another value', '{ "properties": { "lent_to_id": { "const": 1 } } }'],
    ['requires more', '{ "properties": { "lent_to_id": { "const": null } }, "required": ["price"] }'],
  ])('that is tightened is breaking: it %s', (_, to) =>
    expect(lend(to)).toEqual([expect.stringContaining('breaking endpoint library-lend is tightened by its condition only_if')]),
  )
  it.each([
    ['takes more values', '{ "properties": { "lent_to_id": { "enum": [null, 1] } } }'],
    ['asks for less', '{ "properties": {} }'],
  ])('that takes more is risky: it %s', (_, to) =>
    expect(lend(to)).toEqual([expect.stringContaining('risky endpoint library-lend takes more by its condition only_if')]),
  )
  it('that is new is breaking, and one that is gone is risky', () => {
    expect(changes('endpoints.json', `,\n      "only_if": ${lent}`, '')).toEqual([
      expect.stringContaining('risky endpoint library-lend has no condition only_if any more'),
    ])
    const without = { ...files, 'endpoints.json': files['endpoints.json']!.replace(`,\n      "only_if": ${lent}`, '') }
    expect(diffModules(parseModule(without), parseModule(files))).toMatchObject([
      {
        level: 'breaking',
        subject: 'endpoint library-lend',
        sentence: expect.stringContaining('has the condition only_if from now on') as string,
      },
    ])
  })
  it('of records that is new or asks for more is breaking', () => {
    const then = (required: string) =>
      `${branch}, "if": { "properties": { "status": { "const": "published" } } }, "then": { "required": [${required}] }`
    expect(changes('entities/book.json', branch, then('"price"'))).toEqual([
      expect.stringContaining('breaking entity book has the condition if from now on'),
    ])
    const written = (required: string) =>
      parseModule({ ...files, 'entities/book.json': files['entities/book.json']!.replace(branch, () => then(required)) })
    expect(diffModules(written('"price"'), written('"price", "author_id"'))).toMatchObject([{ level: 'breaking', subject: 'entity book' }])
    expect(diffModules(written('"price", "author_id"'), written('"price"'))).toMatchObject([{ level: 'risky', subject: 'entity book' }])
  })
  it('tells of a declared call what it takes and answers from now on, since its entity has changed', () => {
    const endpoints = { endpoints: [{ name: 'library-book', method: 'PUT', operation: 'save', entity: 'book' }] }
    const before = parseModule({ ...files, 'endpoints.json': JSON.stringify(endpoints) })
    const after = structuredClone(before)
    const { properties } = after.entities.book!.schema
    properties.shelf = { type: 'string' }
    delete properties.size
    const told = diffModules(before, after).filter(({ subject }) => subject === 'endpoint library-book')
    expect(told.map(({ level, sentence }) => `${level} ${sentence}`).sort()).toEqual([
      'additive answers "shelf" too, since its entity has changed',
      'additive takes "shelf" too, since its entity has changed',
      'risky no longer answers "size", since its entity has changed',
      'risky no longer takes "size", since its entity has changed',
    ])
  })
  it('tells of a declared call which fields it no longer answers, as of a field that is gone, and which it answers too', () => {
    const written = (fields?: string[]) =>
      parseModule({
        ...files,
        'endpoints.json': JSON.stringify({
          endpoints: [{ name: 'library-book', method: 'GET', operation: 'single', entity: 'book', fields }],
        }),
      })
    const told = (before?: string[], after?: string[]) =>
      diffModules(written(before), written(after)).map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`)
    expect(told(['title', 'pages'], ['status', 'title'])).toEqual([
      'breaking endpoint library-book no longer answers "pages"; whoever reads it finds nothing',
      'additive endpoint library-book answers "status" too',
    ])
    expect(told(undefined, ['title'])).toEqual(['breaking endpoint library-book answers nothing but "title" of a record from now on'])
    expect(told(['title'], undefined)).toEqual(['additive endpoint library-book answers all of a record from now on'])
    expect(told(['title', 'pages'], ['pages', 'title'])).toEqual([])
  })
})
