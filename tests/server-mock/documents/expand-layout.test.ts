import { describe, expect, it } from 'vitest'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { expandRoutes } from '#server/documents/expand-routes.ts'
import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import { administrator, developer, library, moduleOf, readerOf, registryOf } from './sample-modules.ts'

const brand = { name: 'Books & Co', logo: null }
const site = { ...brand, copyright: 'All rights reserved.' }
const screens = { list: { name: 'library-list', path: 'library', access: 'library.read', body: [] } }
const sidebar = (menu: LayoutDocumentMenuEntry[], reader = administrator) =>
  expandLayout(registryOf(library({ screens, module: { menu } })), reader, site).sidebar
const shape = (items: ReturnType<typeof sidebar>): unknown[] =>
  items.map((item) => (item.children ? [item.id, shape(item.children)] : item.id))

describe('expandLayout', () => {
  it('has every part, each flag explicit, and the person and the brand of the call', () => {
    const layout = expandLayout(registryOf(moduleOf('a', { layout: { flags: { search: false }, footer: 'Foot' } })), readerOf(), site)
    expect(layout).toMatchObject({
      navbar: { brand, left: [], right: [] },
      profile: { name: 'Sara', avatar: [], children: [] },
      createButton: {},
      sidebar: [],
      sidebarSettings: [],
      footer: 'Foot',
    })
    expect(layout.flags).toEqual({
      search: false,
      footer: true,
      navbar: true,
      profile: true,
      sidebar: true,
      create_button: true,
      notifications: false,
      help: false,
    })
  })

  it("has the site's title and copyright at its foot where no document says otherwise", () => {
    const footer = (copyright: string | null) => expandLayout(registryOf(moduleOf('a', {})), readerOf(), { ...site, copyright }).footer
    expect(footer('All rights reserved.')).toBe('Books & Co · All rights reserved.')
    expect(footer(null)).toBe('Books & Co')
  })

  it('sorts by order, nests by parent or children, and says where links lead', () => {
    const items = sidebar([
      { id: 'late', label: 'Late', to: 'https://example.org/x', order: 3 },
      { id: 'first', label: '$books', to: 'library-list', order: 1 },
      { id: 'group', label: 'Group', order: 2, children: [{ id: 'b', to: '/b', order: 2 }] },
      { id: 'a', parent: 'group', to: 'a/b', order: 1 },
    ])
    expect(shape(items)).toEqual(['first', ['group', ['a', 'b']], 'late'])
    expect(items[0]).toMatchObject({ label: 'Books', type: 'item', link: { name: 'library-list' }, order: 1 })
    expect([items[1]?.children?.[0]?.link, items[2]?.link]).toEqual(['/a/b', 'https://example.org/x'])
  })

  it('has one entry a record where it says so, called by the record where the label is empty', () => {
    const each = { entity: 'book', sort: 'title' }
    const menu: LayoutDocumentMenuEntry[] = [
      { label: '{record.summary}', icon: '{record.icon}', order: 2, each, to: { name: 'shelf', params: { book: '{record.id}' } } },
      { id: 'last', label: 'Last', order: 3, to: 'library' },
    ]
    const records = new Map([
      [
        each,
        [
          { id: 1, title: 'Tea', summary: 'About tea', icon: 'book' },
          { id: 2, title: '$books', summary: '' },
        ],
      ],
    ])
    const { sidebar: items } = expandLayout(
      registryOf(library({ screens: { ...screens, shelf: { name: 'shelf', path: 'shelf/:book', body: [] } }, module: { menu } })),
      administrator,
      site,
      records,
    )
    expect(items.map(({ label, icon, link }) => [label, icon, link])).toEqual([
      ['About tea', 'book', { name: 'shelf', params: { book: 1 } }],
      ['$books', undefined, { name: 'shelf', params: { book: 2 } }],
      ['Last', undefined, '/library'],
    ])
  })

  describe('entries for the states of a field', () => {
    const lifecycle = { status: { initial: 'draft', transitions: { publish: { from: ['draft'], to: 'published' } } } }
    const documents = (menu: LayoutDocumentMenuEntry[], grids: Record<string, object> = { books: { tabs: 'status' } }) => {
      const base = library()
      const book = { ...base.entities.book!, lifecycle }
      const listed = Object.entries(grids).map(([name, more]) => [name, { entity: 'book', columns: ['title'], ...more }] as const)
      return library({ entities: { ...base.entities, book } as never, grids: Object.fromEntries(listed) as never, module: { menu } })
    }
    const states: LayoutDocumentMenuEntry[] = [
      { id: 'before', label: 'Before', to: 'a', order: 1 },
      { states: 'book.status', order: 2 },
      { id: 'after', label: 'After', to: 'b', order: 3 },
    ]
    const read = (reader = readerOf('library.read'), menu = states, grids?: Record<string, object>) =>
      expandLayout(registryOf(documents(menu, grids)), reader, site).sidebar

    it('lead to the tabs of their states, with the titles and colours of its options', () => {
      expect(read().map(({ id, label, color, link }) => [id, label, color, link])).toEqual([
        ['before', 'Before', undefined, '/a'],
        ['library-book-status-draft', 'Draft', 'warning', '/grid/library/book/books?tab=draft'],
        ['library-book-status-published', 'Published', 'success', '/grid/library/book/books?tab=published'],
        ['after', 'After', undefined, '/b'],
      ])
    })
    it('lead to the grid that is named, else to the first that has such tabs', () => {
      const grids = { plain: {}, own: { tabs: [{ key: 'new', where: { status: 'draft' } }, { key: 'all' }] }, whole: { tabs: 'status' } }
      const links = (entry: LayoutDocumentMenuEntry) => read(administrator, [entry], grids).map(({ link }) => link)
      expect(links({ states: 'library/book.status' })).toEqual(['/grid/library/book/own?tab=new'])
      expect(links({ states: 'book.status', to: 'grid/library/book/whole' })).toEqual([
        '/grid/library/book/whole?tab=draft',
        '/grid/library/book/whole?tab=published',
      ])
    })
    it('are gone for who may not read the entity, the field or the grid, and with them a parent of nothing else', () => {
      const group: LayoutDocumentMenuEntry[] = [{ id: 'group', label: 'Group', children: [{ states: 'book.status' }] }]
      expect(shape(read(readerOf()))).toEqual(['before', 'after'])
      expect(read(readerOf(), group)).toEqual([])
      expect(shape(read(readerOf('library.read'), group))).toEqual([
        ['group', ['library-book-status-draft', 'library-book-status-published']],
      ])
      expect(shape(read(readerOf('library.read'), [{ states: 'book.status', access: 'library.write' }]))).toEqual([])
      expect(shape(read(readerOf('library.read'), states, { books: { tabs: 'status', access: 'library.write' } }))).toEqual([
        'before',
        'after',
      ])
      const guarded = documents(states)
      guarded.entities.book!.access!.fields = { status: 'library.cost' }
      expect(shape(expandLayout(registryOf(guarded), readerOf('library.read'), site).sidebar)).toEqual(['before', 'after'])
      // Who may read the grid by its own permission may not read the entity.
      expect(shape(read(readerOf('library.list'), states, { books: { tabs: 'status', access: 'library.list' } }))).toEqual([
        'before',
        'after',
      ])
    })
  })

  it('keeps headings and separators of every kind', () => {
    expect(
      sidebar((['header', 'heading', 'divider', 'separator'] as const).map((type) => ({ type, label: type }))).map(({ type }) => type),
    ).toEqual(['header', 'heading', 'divider', 'separator'])
  })

  it('hides what the reader may not open, with all that stands under it, and parents that this empties', () => {
    const menu: LayoutDocumentMenuEntry[] = [
      { id: 'named', to: 'library-list' },
      { id: 'path', to: 'library' },
      { id: 'object', to: { name: 'library-list' } },
      { id: 'group', label: 'Group', children: [{ id: 'inside', to: 'library' }] },
      { id: 'closed', label: 'Closed', access: 'library.write' },
      { id: 'orphan', to: 'free', parent: 'closed' },
      { id: 'free', to: 'free' },
    ]
    expect(shape(sidebar(menu, readerOf()))).toEqual(['free'])
    expect(shape(sidebar(menu, readerOf('library.read')))).toEqual(['named', 'path', 'object', ['group', ['inside']], 'free'])
  })

  it('leaves out links to grids that are not published, and scripts', () => {
    const items = sidebar([
      { id: 'gone', to: 'grid/stock/item/list' },
      { id: 'script', to: 'javascript:alert(1)' },
      { id: 'other', to: '//evil.example' },
    ])
    expect(items.map(({ id, link }) => [id, link])).toEqual([
      ['script', null],
      ['other', null],
    ])
  })

  it('shows developer tools to developers alone', () => {
    const menu = [{ id: 'tools', label: 'Tools', access: 'panel.develop', children: [{ id: 'routes', to: 'x', access: 'panel.develop' }] }]
    expect(shape(sidebar(menu, developer))).toEqual([['tools', ['routes']]])
    expect(sidebar(menu, administrator)).toEqual([])
  })

  it('survives parents that lead in a circle', () => {
    expect(
      sidebar([
        { id: 'a', parent: 'b' },
        { id: 'b', parent: 'a' },
        { id: 'self', parent: 'self' },
      ]),
    ).toEqual([])
  })

  it('puts create entries into a map, in order', () => {
    const create = [
      { label: 'Two', to: 'b', order: 2 },
      { label: 'One', to: 'a', order: 1 },
      { label: 'No', to: 'library-list', access: 'library.write' },
    ]
    expect(
      Object.values(expandLayout(registryOf(library({ screens, module: { create } })), readerOf(), site).createButton).map(
        ({ label }) => label,
      ),
    ).toEqual(['One', 'Two'])
  })
})

describe('expandRoutes', () => {
  const paths = ['users/:role', 'users/roles', 'users/:role?', 'users/create']
  const screens = Object.fromEntries(
    [...paths, ''].map((path, at) => [
      `s${at}`,
      { name: `s${at}`, path, body: [], ...(path === '' ? { layout: 'auth' as const, guest: 'only' as const } : {}) },
    ]),
  )
  const routes = expandRoutes(registryOf(moduleOf('a', { screens })))

  it('puts fixed paths before parameters, and those before what may be left out', () => {
    expect(routes.map(({ path }) => path).filter((path) => path.startsWith('users'))).toEqual([
      'users/create',
      'users/roles',
      'users/:role',
      'users/:role?',
    ])
  })

  it('says everything of a route, and adds the generic grid', () => {
    expect(routes[0]).toEqual({ name: 's4', path: '', layout: 'auth', guest: 'only' })
    expect(routes.find(({ name }) => name === 'grid')).toEqual({
      name: 'grid',
      path: 'grid/:module/:class/:part/:version?',
      layout: 'default',
      guest: 'no',
    })
  })
})
