import { expect, it } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { administrator, library, readerOf, registryOf } from './sample-modules.ts'

const quickViewOf = (
  grid: Partial<GridDocument> = {},
  reader = administrator,
  {
    entity = {},
    screens = {},
  }: {
    entity?: Partial<EntityDocument>
    screens?: Parameters<typeof library>[0] extends { screens?: infer Screens } | undefined ? Screens : never
  } = {},
) => {
  const documents = library({
    screens,
    grids: {
      books: {
        entity: 'book',
        columns: [{ key: 'title', title: 'Name', width: 300, freeze: 'start', sortable: true, editable: true }, 'author.name'],
        ...grid,
      },
    },
  })
  return expandGrid(
    registryOf({ ...documents, entities: { ...documents.entities, book: { ...documents.entities.book!, ...entity } } }),
    reader,
    'library/book/books',
  ).grid.quick_view
}

it('shows the fields of a record as the columns of the grid or the entity have them', () => {
  const quick = quickViewOf()
  expect(quick?.model).toBe('book')
  expect(quick?.fields.map(({ key }) => key)).toEqual([
    'title',
    'summary',
    'price',
    'pages',
    'author.name',
    'status',
    'lent',
    'cost',
    'published_at',
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
  ])
  expect(quick?.fields[0]).toEqual({ key: 'title', title: 'Name', cell: 'text', kind: 'text', align: 'start' })
})

it('leaves out what the reader may not see, and is not there without the generic call or where the document says so', () => {
  expect(quickViewOf({}, readerOf('library.read'))?.fields.map(({ key }) => key)).not.toContain('cost')
  expect(quickViewOf({}, administrator, { entity: { generic: 'none' } })).toBeUndefined()
  expect(quickViewOf({ quick_view: false })).toBeUndefined()
  expect(quickViewOf({ endpoint: 'library-books' })).toBeUndefined()
  expect(quickViewOf({ endpoint: 'library-books', quick_view: true })).toBeDefined()
})

it('shows the screen of the record where the module has one', () => {
  expect(quickViewOf({}, administrator, { screens: { view: { name: 'library-book-view', path: 'books/:id', body: [] } } })?.screen).toBe(
    'library-book-view',
  )
})

it('says what a record is called where that is more than its title', () => {
  expect(quickViewOf()?.display).toBeUndefined()
  expect(quickViewOf({}, administrator, { entity: { display: '{status}: {title}' } })?.display).toBe('{status}: {title}')
})
