import { describe, expect, it } from 'vitest'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { administrator, library, readerOf, registryOf } from './sample-modules.ts'

const columns: GridDocument['columns'] = [
  { key: 'title', editable: true },
  { key: 'summary', editable: true },
  { key: 'price', editable: true, currency: 'IRR' },
  { key: 'cost', editable: true },
  { key: 'status', editable: true },
  'pages',
  { key: 'author.name', editable: true },
]
const gridOf = (
  reader = administrator,
  part: Partial<GridDocument> = {},
  change: (entity: Record<string, unknown>) => object = () => ({}),
) => {
  const documents = library({ grids: { books: { entity: 'book', columns, ...part } } })
  const book = documents.entities.book as unknown as Record<string, unknown>
  return expandGrid(
    registryOf({ ...documents, entities: { ...documents.entities, book: { ...book, ...change(book) } as never } }),
    reader,
    'library/book/books',
  ).grid
}
const edited = (grid: ReturnType<typeof gridOf>) => grid.columns.flatMap(({ key, editable }) => (editable === undefined ? [] : [key]))

describe('editing in cells', () => {
  it('is a form of the fields whose columns are editable, with their rules, choices and currency', () => {
    const grid = gridOf()
    expect(edited(grid)).toEqual(['title', 'summary', 'price', 'cost', 'status'])
    expect(grid.edit).toMatchObject({
      model: 'book',
      save: 'immediate',
      form: {
        schema: { properties: { title: { rules: 'required|max:200' } }, required: ['title'] },
        ui: { price: { currency: 'IRR' }, status: { options: [{ value: 'draft' }, { value: 'published' }] } },
      },
    })
    expect(Object.keys((grid.edit!.form.schema as { properties: object }).properties)).not.toContain('pages')
  })

  it('edits a reference under the name that it is sent by', () => {
    const {
      columns: [author],
      edit,
    } = gridOf(administrator, { columns: [{ key: 'author', editable: true }] })
    expect(author).toMatchObject({ key: 'author', editable: 'author_id' })
    expect(edit!.form.schema).toMatchObject({ properties: { author_id: { references: 'author' } } })
  })

  it('edits what its cell draws by the field that draws it too', () => {
    expect(gridOf(administrator, { columns: [{ key: 'title', cell: 'color', editable: true }] }).edit!.form.ui).toMatchObject({
      title: { widget: 'color' },
    })
  })

  it('edits the text of the reader’s language of a translated field', () => {
    const { form } = gridOf().edit!
    expect((form.schema as { properties: { summary: object } }).properties.summary).toEqual({ type: 'string', rules: 'max:500' })
    expect(form.ui?.summary?.widget).toBeUndefined()
  })

  it('leaves out what the reader may not write', () => {
    expect(edited(gridOf(readerOf('library.read', 'library.write')))).toEqual(['title', 'summary', 'price', 'status'])
    const reading = gridOf(readerOf('library.read'))
    expect([reading.edit, edited(reading)]).toEqual([undefined, []])
  })

  it('leaves out what the reader may not change', () => {
    const withheld = (...permissions: string[]) =>
      edited(
        gridOf(readerOf('library.read', 'library.write', ...permissions), {}, ({ access }) => ({
          access: { ...(access as object), writes: { price: 'library.price' } },
        })),
      )
    expect(withheld()).toEqual(['title', 'summary', 'status'])
    expect(withheld('library.price')).toEqual(['title', 'summary', 'price', 'status'])
  })

  it('is not there where no generic call writes the records, and is where one of their own does', () => {
    expect(gridOf(administrator, {}, () => ({ generic: 'read' })).edit).toBeUndefined()
    expect(gridOf(administrator, {}, () => ({ generic: 'read', calls: { save: 'book-save' } })).edit).toBeDefined()
  })

  it('saves as the document says', () => expect(gridOf(administrator, { edit: { save: 'together' } }).edit?.save).toBe('together'))
})
