import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const persons = parseModule({
  'module.json': JSON.stringify({ name: 'persons', title: 'P', version: '1.0.0', permissions: ['persons.read'] }),
  'entities/user.json': JSON.stringify({
    name: 'user',
    title: 'U',
    display: '{name_full}',
    schema: { type: 'object', properties: { name_full: { type: 'string' } } },
  }),
})
const context: CheckContext = {
  modules: { persons },
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  locales: ['fa', 'en'],
}

/** What is said of a tab of the books with this `where`. */
function saidOf(where: unknown): string[] {
  const grid = JSON.parse(files['grids/books.json']!) as { tabs: object[] }
  grid.tabs = [{ key: 'all', title: '$all', where }]
  return checkModule({ ...files, 'grids/books.json': JSON.stringify(grid) }, context)
    .filter(({ file, severity }) => severity === 'error' && file === 'grids/books.json')
    .map(({ pointer, message }) => `${pointer} ${message}`)
}
const here = '/tabs/0/where'

describe('the conditions of a tab', () => {
  it.each([
    'status:any_of(draft),price:between(10,)',
    'published_at:between(,today-1),author.name_full:contains("a, b")',
    'or(lent_to:any_of({session.user.id}),lent_to:empty())',
    'lent_to:any_of({session.user.id})',
    'status:none_of(draft),published_at:between(,today-365)',
    'published_at:within(this-month.jalali)',
    { status: ['draft', null] },
  ])('%j are right', (where) => expect(saidOf(where)).toEqual([]))

  it.each([
    ['state:any_of(draft)', `${here} there is no field "state" in the entity "book"`],
    ['author.nme:is(x)', `${here} there is no field "author.nme"`],
    ['status:any_of(lost)', `${here} "lost" is nothing that "status:any_of" can be compared with`],
    ['status:contains(dra)', `${here} "status" cannot be compared by "contains"`],
    ['published_at:between(,tomorrow)', `${here} "tomorrow" is nothing that "published_at:between" can be compared with`],
    ['published_at:between(2024-02-31,)', `${here} "2024-02-31" is nothing that`],
    ['published_at:within(next-month)', `${here} "next-month" is nothing that`],
    ['price:is(ten)', `${here} "ten" is nothing that "price:is" can be compared with`],
    ['status:any_of(draft', `${here} cannot be read at character 20`],
    ['status=draft', `${here} cannot be read at character 7, near "=draft"`],
    ['and(and(and(and(status:empty()))))', `${here} has at most 4000 characters, 20 conditions and 3 levels of groups`],
    [{ status: 'lost' }, `${here}/status "lost" is no value of "status"`],
    [{ state: 'draft' }, `${here}/state there is no field "state"`],
    ['', here],
    [7, here],
  ])('%j are an error', (where, message) => expect(saidOf(where)).toContainEqual(expect.stringContaining(message)))
})

describe('the conditions of a call', () => {
  const saidOfCall = (endpoint: object) => {
    const endpoints = JSON.parse(files['endpoints.json']!) as { endpoints: object[] }
    endpoints.endpoints.push({ name: 'library-late', description: 'Late books.', method: 'GET', access: 'library.read', ...endpoint })
    return checkModule({ ...files, 'endpoints.json': JSON.stringify(endpoints) }, context)
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message)
  }
  it('are those of its entity', () => {
    expect(saidOfCall({ operation: 'list', entity: 'book', where: 'published_at:between(,today-30)' })).toEqual([])
    expect(saidOfCall({ operation: 'list', entity: 'book', where: 'late:is(1)' })).toEqual([
      'there is no field "late" in the entity "book"',
    ])
  })
  it('set parameters where the call answers a grid', () =>
    expect(saidOfCall({ operation: 'grid', grid: 'book/list', where: 'status:any_of(draft)' })).toContainEqual(
      expect.stringContaining('sets parameters of the grid'),
    ))
})

describe('the conditions of a reference', () => {
  const saidOfField = (where: unknown) => {
    const entity = JSON.parse(files['entities/book.json']!) as { schema: { properties: Record<string, object> } }
    entity.schema.properties.author = { type: 'integer', references: 'author', where }
    return checkModule({ ...files, 'entities/book.json': JSON.stringify(entity) }, context)
      .filter(({ file, severity }) => severity === 'error' && file === 'entities/book.json')
      .map(({ pointer, message }) => `${pointer} ${message}`)
  }
  it('are those of the entity that is referred to', () => {
    expect(saidOfField('name_full:filled')).toEqual([])
    expect(saidOfField('isbn:filled')).toEqual(['/schema/properties/author/where there is no field "isbn" in the entity "author"'])
  })
})
