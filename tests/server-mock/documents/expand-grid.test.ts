import { describe, expect, it } from 'vitest'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { cellOf } from '#server/documents/expand-column.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { administrator, library, readerOf, registryOf, visitor } from './sample-modules.ts'

const books: GridDocument = { entity: 'book', title: '$books', columns: ['title'] }
const modules = (grid: Partial<GridDocument>, part: Parameters<typeof library>[0] = {}) =>
  registryOf(library({ ...part, grids: { books: { ...books, ...grid } } }))
const expand = (grid: Partial<GridDocument>, reader = administrator, part: Parameters<typeof library>[0] = {}) =>
  expandGrid(modules(grid, part), reader, 'library/book/books')

describe('columns', () => {
  it.each([
    ['title', { cell: 'text', align: 'start', title: 'Title' }],
    [
      'status',
      {
        cell: 'badge',
        options: [
          { value: 'draft', title: 'Draft', color: 'warning' },
          { value: 'published', title: 'Published', color: 'success' },
        ],
      },
    ],
    ['lent', { cell: 'boolean', align: 'center' }],
    ['published_at', { cell: 'datetime', title: 'Published at' }],
    ['price', { cell: 'number', align: 'end' }],
    [
      { key: 'price', currency: 'IRR' },
      { cell: 'money', align: 'end', currency: 'IRR' },
    ],
    [
      { key: 'price', currency: { field: 'title' } },
      { cell: 'money', align: 'end', currency_by: 'title' },
    ],
    ['author', { cell: 'text', title: 'Author' }],
    ['author.name', { cell: 'text', title: 'Author' }],
    ['created_at', { cell: 'datetime', title: 'Created at' }],
    [{ key: 'title', action: { type: 'copy' as const, options: { text: '{row.title}' } } }, { cell: 'link' }],
  ])('%o follows from the entity', (column, expected) => expect(expand({ columns: [column] }).grid.columns[0]).toMatchObject(expected))

  it('columns of one reference side by side are told apart: by its title, and the field that each shows', () => {
    const titles = (columns: Parameters<typeof expand>[0]['columns']) => expand({ columns }).grid.columns.map(({ title }) => title)
    expect(titles(['author.name', 'title'])).toEqual(['Author', 'Title'])
    expect(titles(['author.name', 'author.created_at'])).toEqual(['Author: Name', 'Author: Created at'])
    expect(titles(['author', 'author.name'])).toEqual(['Author', 'Author: Name'])
    expect(titles(['author', { key: 'author.name', title: 'Author' }])).toEqual(['Author', 'Author'])
  })

  it('a time of day has a cell of its own', () =>
    expect(cellOf({ schema: { type: ['string', 'null'], format: 'time' } } as never)).toBe('time'))

  it('keeps what the document says', () => {
    expect(
      expand({ columns: [{ key: 'pages', title: 'Leaves', cell: 'code', align: 'start', width: 40, sortable: true, freeze: 'start' }] })
        .grid.columns[0],
    ).toMatchObject({ key: 'pages', title: 'Leaves', cell: 'code', align: 'start', width: 40, sortable: true, freeze: 'start' })
  })

  it('leaves out columns and filters of fields that the reader may not see', () => {
    const { grid } = expand(
      { columns: ['title', 'cost', { key: 'pages', access: 'library.write' }], filters: ['cost', 'status'] },
      readerOf('library.read'),
    )
    expect(grid.columns.map(({ key }) => key)).toEqual(['title'])
    expect(grid.filters?.map(({ key }) => key)).toEqual(['status'])
  })

  it('completes a link to a screen with the parameters of its path', () => {
    const screens = { edit: { name: 'library-book-edit', path: 'library/:shelf/books/:id/edit', body: [] } }
    expect(
      expand({ columns: [{ key: 'title', to: 'library-book-edit' }], params: { shelf: 'status' } }, administrator, { screens }).grid
        .columns[0]?.to,
    ).toEqual({ name: 'library-book-edit', params: { shelf: '{route.shelf}', id: '{row.id}' } })
  })
})

describe('filters, tabs and order', () => {
  it.each([
    ['title', { kind: 'text' }],
    ['status', { kind: 'select', multiple: true }],
    ['lent', { kind: 'boolean' }],
    ['published_at', { kind: 'date-range' }],
    ['pages', { kind: 'number-range' }],
    ['price', { kind: 'number-range' }],
    ['author', { kind: 'remote-select', endpoint: 'list', params: { model: 'author' } }],
    [
      { key: 'writer', field: 'author', title: 'Writer' },
      { key: 'writer', kind: 'remote-select', title: 'Writer' },
    ],
  ])('%o has its kind', (filter, expected) => expect(expand({ filters: [filter] }).grid.filters?.[0]).toMatchObject(expected))

  it('names tabs by message, by the value that they show, or by their key, and never says what they compare', () => {
    expect(
      expand({
        tabs: [{ key: 'all' }, { key: 'drafts', where: { status: 'draft' } }, { key: 'lent_out' }, { key: 'mine', title: '$sale' }],
      }).grid.tabs,
    ).toEqual([
      { key: 'all', title: 'All' },
      { key: 'drafts', title: 'Draft' },
      { key: 'lent_out', title: 'Lent out' },
      { key: 'mine', title: 'Sale' },
    ])
  })

  it('shows the trash to those who may use it', () => {
    const tabs = [{ key: 'all' }, { key: 'trash', trashed: true }]
    expect(expand({ tabs }, readerOf('library.read')).grid.tabs).toHaveLength(1)
    expect(expand({ tabs }, readerOf('library.read', 'library.write')).grid.tabs).toHaveLength(2)
  })

  it('is in order of creation, the newest first, unless document or query say otherwise', () => {
    expect(expand({}).grid).toMatchObject({ sort: 'created_at', order: 'desc' })
    expect(expand({ sort: '-pages,title' }).grid).toMatchObject({ sort: 'pages,title', order: 'desc,asc' })
    const registry = modules({})
    expect(expandGrid(registry, administrator, 'library/book/books', { sort: 'title', order: 'desc' }).grid).toMatchObject({
      sort: 'title',
      order: 'desc',
    })
    expect(expandGrid(registry, administrator, 'library/book/books').grid).toMatchObject({ sort: 'created_at', order: 'desc' })
  })
})

describe('actions', () => {
  it('turns trash into a modal that names the record and its type, also when it is refused, and calls the generic endpoint', () => {
    const { grid, modals } = expand({ columns: ['title'], row: ['trash'], bulk: ['trash'] })
    expect(grid.row).toEqual([
      {
        id: 'trash',
        type: 'modal',
        title: 'Move to trash',
        icon: 'trash',
        color: 'danger',
        flag: 'can_trash',
        options: { modal: 'trash' },
      },
    ])
    expect(modals.map(({ id, text }) => [id, text])).toEqual([
      ['trash', 'Move the book “{row.title}” to the trash?'],
      ['trash-selection', 'Move {selection.count_text} × book to the trash?'],
    ])
    expect(grid.bulk?.[0]).toMatchObject({ id: 'trash', options: { modal: 'trash-selection' } })
    expect(expand({ columns: ['pages'], row: ['trash'] }).modals[0]).toMatchObject({ id: 'trash', text: 'Move the book to the trash?' })
    expect(modals[0]?.buttons?.[1]).toMatchObject({
      color: 'danger',
      action: {
        type: 'call',
        options: {
          name: 'trash',
          method: 'DELETE',
          params: { model: 'book', id: '{row.id}', version: '{row.version}' },
          success: { toast: 'The book “{row.title}” has been moved.' },
          error: { toast: 'A problem occurred in moving the book “{row.title}” to trash' },
        },
      },
    })
  })

  it('leads edit to the screen of its name, else to the modal, else nowhere', () => {
    const screens = { e: { name: 'library-book-edit', path: 'library/books/:id/edit', body: [] } }
    expect(expand({ row: ['edit'] }, administrator, { screens }).grid.row?.[0]).toMatchObject({
      type: 'navigate',
      flag: 'can_edit',
      options: { to: { name: 'library-book-edit', params: { id: '{row.id}' } } },
    })
    const modal = expand({ row: ['edit'] }, administrator, { modals: { 'book-edit': { id: 'book-edit', title: 'Edit' } } })
    expect(modal.grid.row?.[0]).toMatchObject({ type: 'modal', flag: 'can_edit', options: { modal: 'book-edit' } })
    expect(modal.modals.map(({ id }) => id)).toEqual(['book-edit'])
    expect(expand({ row: ['edit'] }).grid.row).toEqual([])
  })

  it('leaves out what the reader may not do: by permission, by endpoint, by screen, by all that a modal offers', () => {
    const part = {
      endpoints: [{ name: 'library-lend', method: 'POST' as const, access: 'library.lend' }],
      screens: { s: { name: 'library-report', path: 'library/report', access: 'library.report', body: [] } },
      modals: {
        lend: {
          id: 'lend',
          title: '$lend',
          buttons: [
            { id: 'cancel', title: 'No' },
            { id: 'ok', title: 'Yes', action: { type: 'call' as const, options: { name: 'library-lend' } } },
          ],
        },
      },
    }
    const grid: Partial<GridDocument> = {
      row: ['trash', 'lend', { type: 'call', options: { name: 'library-lend' } }],
      toolbar: [
        { type: 'navigate', options: { to: 'library-report' } },
        { type: 'refresh', access: 'library.write' },
      ],
    }
    const reader = expand(grid, readerOf('library.read'), part)
    expect([reader.grid.row, reader.grid.toolbar, reader.modals]).toEqual([[], [], []])
    const all = expand(grid, administrator, part)
    expect(all.grid.row?.map(({ id }) => id)).toEqual(['trash', 'lend', 'call-library-lend'])
    expect(all.grid.row?.[2]?.options?.method).toBe('POST')
    expect(all.grid.toolbar).toHaveLength(2)
  })

  it('says in each call what it is about, for its texts', () => {
    const call = (options: object) => ({ type: 'call' as const, options: { name: 'library-lend', ...options } })
    const { grid } = expand(
      {
        row: [
          call({ payload: { model: 'book' } }),
          call({ params: { model: 'library/book' } }),
          call({ payload: { model: 'book' }, subject: 'loan' }),
          call({}),
        ],
      },
      administrator,
      { endpoints: [{ name: 'library-lend', method: 'POST' as const, access: 'user' }] },
    )
    expect(grid.row?.map(({ options }) => options?.subject)).toEqual(['book', 'book', 'loan', undefined])
  })

  it('shows what can be read in a modal without the one button that the reader may not use', () => {
    const buttons = [{ id: 'ok', title: 'Yes', action: { type: 'call' as const, options: { name: 'library-lend' } } }]
    const part = {
      endpoints: [{ name: 'library-lend', method: 'POST' as const, access: 'library.lend' }],
      modals: {
        lend: { id: 'lend', title: '$lend', text: 'Books are lent for a month.', buttons },
        shelf: { id: 'shelf', title: '$lend', body: [{ text: 'Third shelf' }], buttons: [{ id: 'cancel', title: 'No' }, ...buttons] },
        send: { id: 'send', title: '$lend', body: { schema: { type: 'object' as const, properties: {} } }, buttons },
      },
    }
    const { grid, modals } = expand({ row: ['lend', 'shelf', 'send'] }, readerOf('library.read'), part)
    expect(grid.row?.map(({ options }) => options?.modal)).toEqual(['lend', 'shelf'])
    expect(modals.map(({ id, buttons: left }) => [id, left?.map((button) => button.id)])).toEqual([
      ['lend', []],
      ['shelf', ['cancel']],
    ])
  })

  it('collects modals that open each other once', () => {
    const opening = (id: string, other: string) => ({
      id,
      title: id,
      buttons: [{ id: 'go', title: 'Go', action: { type: 'modal' as const, options: { modal: other } } }],
    })
    expect(
      expand({ row: ['one'] }, administrator, { modals: { one: opening('one', 'two'), two: opening('two', 'one') } })
        .modals.map(({ id }) => id)
        .sort(),
    ).toEqual(['one', 'two'])
  })

  it('asks for activating by the name of the record where the rows bring it', () => {
    const confirm = (columns: string[]) => expand({ columns, row: ['activate'] }).grid.row?.[0]?.confirm
    expect(confirm(['title'])).toBe('Activate the book “{row.title}”?')
    expect(confirm(['status'])).toBe('Activate the book?')
  })

  it('drops generic writes of an entity whose generic calls only read', () => {
    const base = library()
    const registry = registryOf({
      ...base,
      entities: { ...base.entities, book: { ...base.entities.book!, generic: 'read' } },
      grids: { books: { ...books, row: ['trash', 'activate'] } },
    })
    expect(expandGrid(registry, administrator, 'library/book/books').grid.row).toEqual([])
  })
})

describe('access', () => {
  const code = (act: () => unknown) => {
    try {
      act()
      return 'none'
    } catch (fault) {
      return (fault as { code: string }).code
    }
  }
  it.each([
    ['unknown-grid', administrator, 'library/book/none'],
    ['unknown-grid', administrator, '__proto__'],
    ['permission-denied', readerOf(), 'library/book/books'],
    ['endpoint-401', visitor, 'library/book/books'],
    ['none', readerOf('library.read'), 'library/book/books'],
  ])('answers %s', (expected, reader, name) => expect(code(() => expandGrid(modules({}), reader, name))).toBe(expected))

  it('never shows one reader what was expanded for another', () => {
    const registry = modules({ row: ['trash'] })
    expect(expandGrid(registry, administrator, 'library/book/books').grid.row).toHaveLength(1)
    expect(expandGrid(registry, readerOf('library.read'), 'library/book/books').grid.row).toHaveLength(0)
    expect(expandGrid(registry, { ...administrator, locale: 'fa' }, 'library/book/books').grid.columns[0]?.title).toBe('عنوان')
  })
})
