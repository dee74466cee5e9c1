import { describe, expect, it } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { asBlock, cellAsText } from '#renderer/grid/clipboard/cell-as-text.ts'
import { readBlock } from '#renderer/grid/clipboard/read-block.ts'
import { createGridEdits, type GridEditing } from '#renderer/grid/edit/grid-edits.ts'
import { widgets } from '#widgets/index.ts'
import { setWidgets } from '#renderer/registry/widgets.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

setWidgets(widgets)
const options = [
  { value: 'a', title: 'پیش‌نویس' },
  { value: 'b', title: 'منتشرشده' },
]
const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    price: { type: 'string', format: 'decimal' },
    day: { type: 'string', format: 'date' },
    state: { enum: ['a', 'b'], type: 'string' },
    author_id: { type: 'integer', references: 'author' },
    words: { type: 'array', items: { type: 'string' } },
  },
}
const columns: GridColumn[] = [
  { key: 'title', title: 'Title', cell: 'text', editable: 'title' },
  { key: 'code', title: 'Code', cell: 'text' },
  { key: 'price', title: 'Price', cell: 'money', editable: 'price' },
  { key: 'day', title: 'Day', cell: 'date', editable: 'day' },
  { key: 'state', title: 'State', cell: 'badge', editable: 'state', options },
  { key: 'author', title: 'Author', cell: 'text', editable: 'author_id' },
  { key: 'words', title: 'Words', cell: 'tags', editable: 'words' },
]
const rows = [
  {
    id: 1,
    can_edit: true,
    title: 'A "b"\tc',
    code: 'x1',
    price: '1250.50',
    day: '2024-03-20',
    state: 'a',
    author: { id: 5, title: 'حافظ' },
    words: ['گل', 'می'],
  },
  { id: 2, can_edit: false, title: 'Locked' },
  { id: 3, can_edit: true, title: 'C' },
]
const editing: GridEditing = {
  edits: createGridEdits(),
  edit: { model: 'book', save: 'together', form: { schema, ui: { state: { options } } } },
  columns,
  list: { name: 'grid', params: {} } as never,
}
const reading = { locale: 'fa', timeZone: 'Asia/Tehran', yes: 'بله', no: 'خیر' }
const read = (text: string, column: string, row = 0) =>
  readBlock(editing, { text, rows, columns, from: { row, column: columns.findIndex(({ key }) => key === column) } }, reading)
const valuesOf = (found: ReturnType<typeof read>) => [...found.changes].map(([row, values]) => [row.id, values])

describe('a block that is pasted', () => {
  it('is read as the fields read it: digits, days, titles of choices and of records, lists', () => {
    const found = read('۱۲۵۰٫۵\t۱۴۰۳/۰۱/۰۲\tمنتشرشده\tحافظ\tعشق، شراب', 'price', 2)
    expect(valuesOf(found)).toEqual([[3, { price: '1250.5', day: '2024-03-21', state: 'b', author_id: 5, words: ['عشق', 'شراب'] }]])
    expect([found.cells, found.locked, found.left, found.unfit]).toEqual([5, 0, 0, []])
  })
  it('leaves out what cannot be edited and what lies beyond the list, and counts both', () => {
    const found = read('one\tcode\ntwo\tcode\nthree\tcode\nfour\tcode', 'title')
    expect(valuesOf(found)).toEqual([
      [1, { title: 'one' }],
      [3, { title: 'three' }],
    ])
    expect([found.cells, found.locked, found.left]).toEqual([2, 4, 2])
  })
  it('changes nothing where a text does not fit, and says which', () => {
    const found = read('much\tsomeday\tunknown\tnobody', 'price')
    expect(found.changes.size).toBe(0)
    expect(found.unfit.map(({ column, text }) => [column.key, text])).toEqual([
      ['price', 'much'],
      ['day', 'someday'],
      ['state', 'unknown'],
      ['author', 'nobody'],
    ])
  })
  it('empties a cell by a blank', () => expect(valuesOf(read('\t', 'price'))).toEqual([[1, { price: undefined, day: undefined }]]))
})

describe('what is copied', () => {
  const formats = createCellFormats({ locale: 'fa', timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })
  it('stands in quotes where it holds tabs, and comes back as it was when it is pasted', () => {
    const text = asBlock([columns.map((column) => cellAsText(rows[0]!, column, formats))])
    expect(text.startsWith('"A ""b""\tc"\tx1\t')).toBe(true)
    expect(valuesOf(read(text, 'title', 2))).toEqual([
      [3, { title: 'A "b"\tc', price: '1250.50', day: '2024-03-20', state: 'a', author_id: 5, words: ['گل', 'می'] }],
    ])
  })
})
