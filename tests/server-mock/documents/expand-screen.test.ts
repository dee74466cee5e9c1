import { describe, expect, it } from 'vitest'
import type { ScreenBlock, ScreenDocument } from '#schemas/types/contract.d.ts'
import { expandScreen } from '#server/documents/expand-screen.ts'
import { administrator, library, readerOf, registryOf, visitor } from './sample-modules.ts'

const base: ScreenDocument = { name: 'library-book', path: 'library/books/:id', title: '{book.title}', body: [] }
const expand = (screen: Partial<ScreenDocument>, reader = administrator) =>
  expandScreen(
    registryOf(
      library({
        screens: { s: { ...base, ...screen } },
        grids: { books: { entity: 'book', columns: ['title'] } },
        forms: { book: { entity: 'book', fields: ['title'] } },
        modals: { lend: { id: 'lend', title: '$lend', body: 'book' } },
      }),
    ),
    reader,
    'library-book',
  )
const code = (act: () => unknown) => {
  try {
    act()
    return 'none'
  } catch (fault) {
    return (fault as { code: string }).code
  }
}

describe('expandScreen', () => {
  it('sends blocks and tabs to those alone who have the permission, or one of several', () => {
    const body: ScreenDocument['body'] = [
      { text: 'for all' },
      { text: 'for lenders', access: 'library.lend' },
      { panel: 'P', body: [{ text: 'inside', access: ['library.lend', 'library.write'] }] },
      { columns: [{ body: [{ text: 'beside', access: 'library.write' }] }] },
      {
        tabs: [
          { key: 'a', title: 'A', access: 'library.lend', body: [{ text: 'a' }] },
          { key: 'b', title: 'B', access: 'library.write', body: [{ text: 'b' }] },
        ],
      },
    ]
    const of = (...permissions: string[]) => expand({ body }, readerOf('library.read', ...permissions)).body
    expect(of()).toEqual([{ text: 'for all' }])
    expect(of('library.lend')).toEqual([
      { text: 'for all' },
      { text: 'for lenders' },
      { panel: 'P', body: [{ text: 'inside' }] },
      { tabs: [{ key: 'a', title: 'A', body: [{ text: 'a' }] }] },
    ])
    expect(JSON.stringify(expand({ body }).body)).not.toContain('access')
    expect(expand({ body }).body).toHaveLength(5)
  })

  it('inlines forms and modals and turns grids into paths, at every depth', () => {
    const answer = expand({
      load: { book: { name: 'single', params: { model: 'book', id: '{route.id}' } } },
      body: [
        {
          columns: [
            {
              span: 16,
              body: [
                {
                  tabs: [
                    { key: 'edit', title: '$books', body: [{ panel: '$sale', body: [{ form: 'book', data: 'book', submit: 'save' }] }] },
                  ],
                },
              ],
            },
            { body: [{ grid: 'books' }] },
          ],
        },
        { actions: [{ type: 'modal', title: '$lend', options: { modal: 'lend' } }] },
        { widget: 'timeline', props: { title: '$books', params: { q: '$books' } } },
      ],
    })
    expect(answer.load).toEqual({ book: { name: 'single', params: { model: 'book', id: '{route.id}' } } })
    const [column] = answer.body[0]?.columns ?? []
    expect((column?.body as ScreenBlock[])[0]?.tabs?.[0]).toMatchObject({
      title: 'Books',
      body: [
        {
          panel: 'Sale',
          body: [{ data: 'book', submit: 'save', form: { name: 'book', entity: 'book', schema: { required: ['title'] } } }],
        },
      ],
    })
    expect(answer.body[0]?.columns?.[1]?.body).toEqual([{ grid: 'library/book/books' }])
    expect(answer.body[2]).toEqual({ widget: 'timeline', props: { title: 'Books', params: { q: '$books' } } })
    expect(answer.modals).toMatchObject([{ id: 'lend', title: 'Lend', body: { entity: 'book' } }])
    expect(answer).toMatchObject({
      title: '{book.title}',
      layout: 'default',
      breadcrumbs: [{ title: 'Books' }, { title: '{book.title}' }],
      publication: 3,
    })
  })

  it('gives details the titles and cells of the loaded entity', () => {
    const load = { book: { name: 'single', params: { model: 'book' } } }
    expect(
      expand({ load, body: [{ details: 'book', fields: ['status', { key: 'price', currency: 'IRR' }] }] }).body[0]?.fields,
    ).toMatchObject([
      { key: 'status', cell: 'badge' },
      { key: 'price', cell: 'money' },
    ])
    expect(expand({ load, body: [{ details: 'book' }] }, readerOf()).body[0]?.fields?.map(({ key }) => key)).not.toContain('cost')
    expect(expand({ body: [{ details: 'other', fields: ['first_name'] }] }).body[0]?.fields).toMatchObject([
      { key: 'first_name', title: 'First name', cell: 'text' },
    ])
  })

  it('leaves out lists without access, and the tabs and panels that this empties', () => {
    const body = [
      { grid: 'books' },
      { tabs: [{ key: 'a', title: 'A', body: [{ grid: 'books' }] }] },
      { panel: 'P', body: [{ grid: 'books' }] },
      { text: 'stays' },
    ]
    expect(expand({ body }, readerOf()).body).toEqual([{ text: 'stays' }])
    expect(expand({ body }, readerOf('library.read')).body).toHaveLength(4)
  })

  it('keeps the record that buttons are about', () => {
    const actions = { actions: [{ type: 'refresh' as const }], record: 'book' }
    expect(expand({ body: [actions] }).body).toMatchObject([{ record: 'book' }])
  })

  it('inlines the form of a search, and knows the entity of what it finds', () => {
    const find = { form: 'book', name: 'single', params: { model: 'book', id: '{form.id}' }, empty: '$lend' }
    expect(expand({ body: [{ find, body: [{ details: 'found', fields: ['status'] }, { grid: 'books' }] }] }).body).toMatchObject([
      {
        find: { as: 'found', name: 'single', params: { id: '{form.id}' }, empty: 'Lend', form: { name: 'book', entity: 'book' } },
        body: [{ details: 'found', fields: [{ key: 'status', cell: 'badge' }] }, { grid: 'library/book/books' }],
      },
    ])
  })

  it('keeps the conditions of blocks and buttons, and compares decimals of the record as numbers in them', () => {
    const load = { book: { name: 'single', params: { model: 'book' } } }
    const dear = { properties: { price: { formatMinimum: '100' } } }
    const compared = { properties: { price: { formatMinimum: '100', format: 'decimal' } } }
    const answer = expand({
      load,
      actions: [{ type: 'refresh', when: dear }],
      body: [
        { text: 'dear', visible: dear, record: 'book' },
        { panel: '$sale', visible: dear, body: [{ actions: [{ type: 'refresh', when: dear }] }] },
      ],
    })
    expect(answer.body).toMatchObject([
      { text: 'dear', visible: compared, record: 'book' },
      { panel: 'Sale', visible: compared, body: [{ actions: [{ when: compared }] }] },
    ])
    expect(answer.actions).toMatchObject([{ when: compared }])
  })

  it('draws formatted text, files and rows of a record in details', () => {
    const answer = expandScreen(
      registryOf(
        library({
          entities: {
            parcel: {
              name: 'parcel',
              title: 'Parcel',
              schema: {
                type: 'object',
                properties: {
                  note: { type: ['string', 'null'], format: 'html' },
                  cover: { type: ['object', 'null'], format: 'file' },
                  pictures: { type: 'array', items: { type: 'object', format: 'file' } },
                  lines: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer' } } } },
                },
              },
              labels: { lines: 'Lines', 'lines.name': 'Name', 'lines.count': 'Count' },
              access: { read: 'library.read' },
            },
          },
          screens: {
            s: { ...base, load: { parcel: { name: 'single', params: { model: 'parcel', id: 1 } } }, body: [{ details: 'parcel' }] },
          },
        }),
      ),
      administrator,
      'library-book',
    )
    expect(answer.body[0]?.fields).toMatchObject([
      { key: 'note', cell: 'html' },
      { key: 'cover', cell: 'file' },
      { key: 'pictures', cell: 'file' },
      {
        key: 'lines',
        cell: 'rows',
        columns: [
          { key: 'name', title: 'Name', cell: 'text' },
          { key: 'count', title: 'Count', cell: 'number' },
        ],
      },
    ])
  })

  it('keeps forms, submits and actions that a call will bring', () => {
    expect(expand({ body: [{ form: '{post.form}', submit: '{buttons}' }, { actions: '{buttons}' }] }).body).toEqual([
      { form: '{post.form}', submit: '{buttons}' },
      { actions: '{buttons}' },
    ])
  })

  it('refuses who may not see it', () => {
    expect(code(() => expand({ access: 'library.write' }, readerOf()))).toBe('permission-denied')
    expect(code(() => expand({}, visitor))).toBe('endpoint-401')
    expect(code(() => expand({ guest: 'only' }, visitor))).toBe('none')
    expect(code(() => expandScreen(registryOf(), administrator, '__proto__'))).toBe('not-found')
  })

  it('has a page for every grid', () => {
    const registry = registryOf(library({ grids: { books: { entity: 'book', title: '$books', columns: ['title'] } } }))
    expect(expandScreen(registry, administrator, 'grid', { module: 'library', class: 'book', part: 'books' })).toMatchObject({
      name: 'grid',
      title: 'Books',
      body: [{ grid: 'library/book/books' }],
    })
    expect(code(() => expandScreen(registry, administrator, 'grid', { module: 'a' }))).toBe('unknown-grid')
  })
})
