import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const context = offlineContext({}, {})
const lines = { type: 'array', rows: 'shelf_line', maxItems: 100 }
const count = { type: 'integer', title: 'Count' }

interface Shelf {
  list?: object
  line?: Record<string, unknown>
  others?: Record<string, object>
}
const documents = ({ list = lines, line = {}, others = {} }: Shelf) => ({
  ...files,
  'entities/shelf.json': JSON.stringify({
    name: 'shelf',
    title: 'Shelf',
    display: '{id}',
    schema: { type: 'object', properties: { lines: { title: 'Lines', ...list } } },
  }),
  'entities/shelf_line.json': JSON.stringify({
    name: 'shelf_line',
    title: 'Line',
    display: '{count}',
    parent: 'shelf',
    schema: { type: 'object', properties: { count } },
    storage: { unique: [['shelf', 'count']] },
    ...line,
  }),
  ...Object.fromEntries(Object.entries(others).map(([path, document]) => [path, JSON.stringify(document)])),
})
const faults = (shelf: Shelf) =>
  checkModule(documents(shelf), context)
    .filter(({ file, severity }) => severity === 'error' && /shelf|form/.test(file))
    .map(({ pointer, message }) => `${pointer} ${message}`)

const form = (more: object) => ({ others: { 'forms/shelf_form.json': { entity: 'shelf', fields: ['lines'], ...more } } })

it('a list of rows of another entity, unique within its record, is sound', () => expect(faults({})).toEqual([]))

it('a record and its rows are of one module', () => {
  const other = parseModule({
    'module.json': JSON.stringify({ name: 'depot', title: 'Depot', version: '1.0.0' }),
    'entities/crate.json': JSON.stringify({
      name: 'crate',
      title: 'Crate',
      parent: 'shelf',
      schema: { type: 'object', properties: { count, lines: { type: 'array', rows: 'shelf_line' } } },
    }),
  })
  const around = { ...context, modules: { ...context.modules, depot: other } }
  const faultsOf = (shelf: Shelf) => checkModule(documents(shelf), around).map(({ pointer, message }) => `${pointer} ${message}`)
  const reason = '"crate" is of the module "depot", and a record and its rows are of one module'
  expect(faultsOf({ list: { ...lines, rows: 'crate' } })).toContainEqual(expect.stringContaining(`/schema/properties/lines/rows ${reason}`))
  expect(faultsOf({ line: { parent: 'crate' } })).toContainEqual(expect.stringContaining(`/parent ${reason}`))
})

it('sums of rows are of numbers that the form shows', () => {
  expect(faults(form({ ui: { lines: { rows_as: 'table', totals: ['count'] } } }))).toEqual([])
  const line = { schema: { type: 'object', properties: { count, note: { type: 'string', title: 'Note' } } } }
  const faultsOf = (ui: object) => faults({ line, ...form({ ui: { lines: ui } }) })
  expect(faultsOf({ totals: ['coutn'] })).toEqual(['/ui/lines/totals/0 there is no field "coutn" in the rows of this list'])
  expect(faultsOf({ totals: ['note'] })).toEqual(['/ui/lines/totals/0 "note" is no number, so it has no sum'])
  expect(faultsOf({ columns: ['note'], totals: ['count'] })).toEqual([
    '/ui/lines/totals/0 "count" is not among the "columns" of this list, so its sum has no place',
  ])
})

it.each<[string, Shelf, string]>([
  ['an unknown entity', { list: { ...lines, rows: 'shelf_lin' } }, 'there is no entity "shelf_lin"'],
  ['an entity of another parent', { line: { parent: 'book' } }, '"shelf_line" needs "parent": "shelf"'],
  ['a parent that does not list the rows', { list: { type: 'string' } }, 'needs a field with "rows": "shelf_line"'],
  ['rows that are no list', { list: { ...lines, type: 'object' } }, 'the type is "array"'],
  ['rows that are described twice', { list: { ...lines, items: {} } }, '"items" has no effect here'],
  ['a word of rows without rows', { list: { type: 'string', edit: 'own' } }, '"edit" is a word for lists'],
  ['rows inside of a value', { list: { type: 'object', properties: { inner: lines } } }, 'rows are a field of the record itself'],
  ['a field that every row has', { line: { schema: { type: 'object', properties: { count, row: count } } } }, 'a row has "row" already'],
  ['a number that is no text', { list: { type: 'integer', sequence: { random: 6 } } }, 'the server numbers texts'],
  [
    'a number inside of a value',
    { list: { type: 'object', properties: { no: { type: 'string', sequence: { random: 6 } } } } },
    'numbers records',
  ],
  ['a number of few characters', { list: { type: 'string', sequence: { random: 2 } } }, '4'],
  ['a trash of rows', { line: { storage: { trash: true } } }, 'rows go to the trash with the record'],
  ['a form of rows that are written one by one', { list: { ...lines, edit: 'own' }, ...form({}) }, 'are written one by one'],
  ['a part that rows do not have', form({ ui: { 'lines[].cuont': { description: 'x' } } }), 'there is no field "lines[].cuont"'],
  ['a column that rows do not have', form({ ui: { lines: { columns: ['cuont'] } } }), 'there is no field "lines[].cuont"'],
])('%s is refused', (_, shelf, message) => expect(faults(shelf).join('\n')).toContain(message))

it('entities that belong to each other in a circle are refused', () => {
  const shelf = { name: 'shelf', title: 'S', display: '{id}', parent: 'shelf_line', schema: { type: 'object', properties: { lines } } }
  const line = { schema: { type: 'object', properties: { count, shelves: { type: 'array', rows: 'shelf', title: 'T' } } } }
  expect(faults({ line, others: { 'entities/shelf.json': shelf } }).join('\n')).toContain('in a circle: shelf → shelf_line → shelf')
})

describe('what changes between two versions', () => {
  const changes = (before: object | undefined, after: object) => {
    const moduleOf = (list: object | undefined) => {
      const properties = { label: { type: 'string' }, ...(list && { lines: list }) }
      return parseModule({
        'module.json': JSON.stringify({ name: 'depot', title: 'D', version: '1.0.0' }),
        'entities/crate.json': JSON.stringify({ name: 'crate', title: 'C', schema: { type: 'object', properties } }),
      })
    }
    return diffModules(moduleOf(before), moduleOf(after)).map(({ level }) => level)
  }
  it.each([
    ['a new list', undefined, lines, 'additive'],
    ['fewer rows', lines, { ...lines, maxItems: 50 }, 'risky'],
    ['more rows', lines, { ...lines, maxItems: 500 }, 'additive'],
    ['rows of another entity', lines, { ...lines, rows: 'other' }, 'breaking'],
    ['a list of objects that becomes rows', { type: 'array' }, { type: 'array', rows: 'shelf_line' }, 'risky'],
  ])('%s: %s', (_, before, after, level) => expect(changes(before, after)).toEqual([level]))
})
