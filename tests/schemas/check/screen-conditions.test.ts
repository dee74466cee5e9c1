import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const context: CheckContext = {
  modules: {},
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  locales: ['fa', 'en'],
}
const book = { name: 'single', params: { model: 'book', id: '{route.id}' } }
const author = { name: 'single', params: { model: 'author', id: 1 } }

/** What is said of the blocks of a page that loads these records. */
const saidOf = (load: Record<string, unknown>, ...body: object[]): string[] => saidWith(files, load, ...body)

function saidWith(files: Record<string, string>, load: Record<string, unknown>, ...body: object[]): string[] {
  const screen = { name: 'library-shown', path: 'library/shown/:id', title: '$books', load, body }
  return checkModule({ ...files, 'screens/library-shown.json': JSON.stringify(screen) }, context)
    .filter(({ file, severity }) => severity === 'error' && file === 'screens/library-shown.json')
    .map(({ pointer, message }) => `${pointer} ${message}`)
}
const when = (properties: object) => ({ properties })
const text = (visible: object, record?: string) => ({ text: 'x', visible, ...(record && { record }) })

describe('the permission of a block', () => {
  it('is one that there is, in a list too', () => {
    const body = (access: unknown) => [{ text: 'x', access }, { tabs: [{ key: 'a', title: 'A', access, body: [{ text: 'x' }] }] }]
    expect(saidOf({}, ...body(['library.lend', 'library.write']))).toEqual([])
    expect(saidOf({}, ...body('library.lent'))).toEqual([
      expect.stringContaining('/body/0/access no module defines the permission "library.lent"'),
      expect.stringContaining('/body/1/tabs/0/access no module defines the permission "library.lent"'),
    ])
    expect(saidOf({}, { text: 'x', access: ['library.lend', 'library.lent'] })).toEqual([
      expect.stringContaining('/body/0/access/1 no module defines'),
    ])
  })
})

describe('the conditions of a page', () => {
  it('are about the record that is loaded', () => {
    expect(saidOf({ book }, text(when({ status: { const: 'draft' }, can_edit: { const: true } })))).toEqual([])
    expect(saidOf({ book, author }, text(when({ status: { const: 'draft' } }), 'book'))).toEqual([])
    expect(saidOf({ book }, text(when({ state: { const: 'draft' } })))).toEqual([
      expect.stringContaining('/body/0/visible/properties/state there is no field "state"'),
    ])
    expect(saidOf({ book }, { panel: 'P', body: [text(when({ status: { const: 'lost' } }))] })).toEqual([
      expect.stringContaining('/body/0/body/0/visible/properties/status'),
    ])
    expect(saidOf({ book }, { actions: [{ type: 'refresh', title: 'R', when: when({ state: { const: 1 } }) }] })).toEqual([
      expect.stringContaining('/body/0/actions/0/when/properties/state there is no field "state"'),
    ])
  })

  it('need one, and its name where there are several', () => {
    expect(saidOf({}, text(when({ status: { const: 'draft' } })))).toEqual([expect.stringContaining('this page loads none')])
    expect(saidOf({ book, author }, text(when({ status: { const: 'draft' } })))).toEqual([
      expect.stringContaining('name the one that is meant, e.g. "record": "book"'),
    ])
    expect(saidOf({ book }, text(when({ status: { const: 'draft' } }), 'shelf'))).toEqual([
      expect.stringContaining('/body/0/record nothing is loaded under the name "shelf"'),
    ])
  })
})

it('details show fields of a record and of what it refers to, and none from further away', () => {
  const taught = JSON.parse(files['entities/author.json']!) as { schema: { properties: Record<string, unknown> } }
  taught.schema.properties.teacher = { type: 'integer', references: 'author' }
  const said = (...fields: string[]) =>
    saidWith({ ...files, 'entities/author.json': JSON.stringify(taught) }, { book }, { details: 'book', fields })
  expect(said('author.name_full', 'author.teacher')).toEqual([])
  expect(said('title', 'author.teacher.name_full')).toEqual([
    expect.stringContaining(
      '/body/0/fields/1 a record is answered with what it refers to, and not with what that refers to: show "author.teacher"',
    ),
  ])
})

it('what a page loads is asked for at once, so that no call has the answer of another', () => {
  const writer = { name: 'single', params: { model: 'author', id: '{book.author_id}' } }
  expect(saidOf({ book, writer }, { details: 'book', fields: ['title'] })).toEqual([
    expect.stringContaining('/load/writer/params/id {book.author_id} inserts nothing: there is no "book" here'),
  ])
})

it('a dialog has what its searches find', () => {
  const form = { schema: { type: 'object', properties: { id: { type: 'integer' } } }, ui: { id: { title: 'Number' } } }
  const opens = (id: string) => ({ type: 'navigate', title: 'Open', options: { to: { name: 'library-book-edit', params: { id } } } })
  const modal = (id: string) => ({
    id: 'book-find',
    title: '$books',
    body: [{ find: { form, name: 'single', params: { model: 'book', id: '{form.id}' }, as: 'book' }, body: [{ actions: [opens(id)] }] }],
    buttons: [],
  })
  const said = (id: string) =>
    checkModule({ ...files, 'modals/book-find.json': JSON.stringify(modal(id)) }, context)
      .filter(({ file, severity }) => severity === 'error' && file === 'modals/book-find.json')
      .map(({ pointer, message }) => `${pointer} ${message}`)
  expect(said('{book.id}')).toEqual([])
  expect(said('{book.nr}')).toContainEqual(expect.stringContaining('"book" has no "nr" here'))
  expect(said('{found.id}')).toContainEqual(expect.stringContaining('{found.id} inserts nothing'))
})

describe('a search on a page', () => {
  const form = { schema: { type: 'object', properties: { id: { type: 'integer' } } }, ui: { id: { title: 'Number' } } }
  const find = (change: object = {}, ...body: object[]) => ({
    find: { form, name: 'single', params: { model: 'book', id: '{form.id}' }, as: 'book', ...change },
    body: body.length > 0 ? body : [{ details: 'book', fields: ['title'] }],
  })
  it('has a form, a call, and a name for what it finds', () => {
    expect(saidOf({}, find())).toEqual([])
    expect(saidOf({}, find({}, text(when({ status: { const: 'draft' } })), { text: '{book.title}' }))).toEqual([])
    expect(saidOf({}, find({ as: undefined }, { details: 'found', fields: ['title'] }))).toEqual([])
  })
  it.each([
    [find({ form: 'nothing' }), '/body/0/find/form there is no form "nothing"'],
    [find({ name: 'save' }), '/body/0/find'],
    [find({ name: 'look-it-up' }), '/body/0/find/name'],
    [find({ params: { model: 'book', id: '{form.nr}' } }), '{form.nr} inserts nothing'],
    [find({}, { details: 'bock' }), '/body/0/body/0/details nothing is loaded under the name "bock"'],
    [find({}, { details: 'book', fields: ['titel'] }), 'there is no field "titel" in the entity "book"'],
    [find({}, text(when({ state: { const: 1 } }))), 'there is no field "state"'],
    [find({}, { text: '{book.titel}' }), '{book.titel} inserts nothing'],
  ])('%j is an error', (block, message) => expect(saidOf({}, block)).toContainEqual(expect.stringContaining(message)))
  it('takes no name that is there already', () =>
    expect(saidOf({ book }, find())).toContainEqual(
      expect.stringContaining('/body/0/find/as something else is there under the name "book": take another one'),
    ))
})
