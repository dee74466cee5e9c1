import { describe, expect, it } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { emptyQuery } from '#renderer/grid/data/grid-query.ts'
import { exportPayload, printPath, shownLines, type Taken } from '#renderer/grid/export-import/export-import.ts'
import { printedCell, printedShape } from '#renderer/grid/export-import/printed-cell.tsx'

const formats = createCellFormats({ locale: 'fa', timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })
const taken: Taken = {
  grid: { name: 'shop/sale/sales', columns: [] },
  title: 'Sales',
  params: { type: 'news', empty: '', object: {} },
  formats,
  query: {
    ...emptyQuery,
    page: 3,
    tab: 'paid',
    q: 'x',
    filters: { status: 'sent' },
    where: 'a:is(1)',
    sort: [{ field: 'amount', order: 'desc' }],
    view: 7,
  },
  columns: ['amount', 'title'],
  selected: [4, 9],
  shownRows: 15,
  pagination: { page: 3, page_size: 15, total: 40 },
}

describe('what is taken along', () => {
  it('is what the list shows', () => {
    expect(exportPayload(taken, 'csv', { rows: 'all', allColumns: false })).toEqual({
      grid: 'shop/sale/sales',
      format: 'csv',
      rows: 'all',
      columns: ['amount', 'title'],
      query: { page: 3, sort: 'amount', order: 'desc', tab: 'paid', q: 'x', status: 'sent', where: 'a:is(1)', type: 'news' },
    })
  })
  it('is the selection, or all columns, where that is asked', () => {
    expect(exportPayload({ ...taken, endpoint: 'sales-grid' }, 'xlsx', { rows: 'selection', allColumns: true })).toMatchObject({
      rows: 'selection',
      ids: [4, 9],
      endpoint: 'sales-grid',
    })
    expect(exportPayload(taken, 'xlsx', { rows: 'page', allColumns: true })).not.toHaveProperty('columns')
  })
  it('has the lines that the list shows beside its rows, where they are wanted', () => {
    const summed: Taken = {
      ...taken,
      grid: {
        name: 'shop/sale/sales',
        columns: [
          { key: 'amount', title: 'Amount', cell: 'money', summary: 'sum' },
          { key: 'title', title: 'Title', cell: 'text' },
        ],
        group_by: { key: 'city', title: 'City', cell: 'text' },
      },
    }
    expect(shownLines(summed, { rows: 'all', allColumns: false })).toEqual(['groups', 'summary'])
    expect(shownLines(summed, { rows: 'selection', allColumns: false })).toEqual(['groups'])
    expect(shownLines({ ...summed, columns: ['title'] }, { rows: 'page', allColumns: false })).toEqual(['groups'])
    expect(shownLines(taken, { rows: 'all', allColumns: true })).toEqual([])
    expect(exportPayload(summed, 'csv', { rows: 'all', allColumns: true, lines: ['summary'] })).toMatchObject({ with: ['summary'] })
    expect(exportPayload(summed, 'csv', { rows: 'all', allColumns: true, lines: [] })).not.toHaveProperty('with')
  })
  it('stands in the address of its print view', () => {
    const url = new URL(printPath(taken, { rows: 'selection', allColumns: false }), 'http://x')
    expect(url.pathname).toBe('/grid-print/shop/sale/sales')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tab: 'paid',
      q: 'x',
      status: 'sent',
      where: 'a:is(1)',
      sort: 'amount',
      order: 'desc',
      page: '3',
      type: 'news',
      print_rows: 'selection',
      print_columns: 'amount,title',
      print_ids: '4,9',
    })
  })
})

describe('a printed cell', () => {
  const column = (cell: string, more = {}) => ({ key: 'a', title: 'A', cell, ...more })
  it.each([
    ['numbers in the digits of the reader', 1234.5, column('number'), '۱٬۲۳۴/۵'],
    ['choices by their titles', 'paid', column('badge', { options: [{ value: 'paid', title: 'Paid' }] }), 'Paid'],
    ['yes and no in words', false, column('boolean'), 'grid.no'],
    ['lists', ['a', { title: 'B' }], column('tags'), 'agrid.commaB'],
    ['days of the calendar of the reader', '2024-03-20', column('date'), '۰۱ فروردین ۱۴۰۳'],
    ['nothing for what is empty', null, column('text'), null],
  ])('says %s', (_, value, cell, shown) => expect(printedCell(value, cell, formats)).toEqual(shown))
})

describe('a column on paper', () => {
  const column = (cell: string, kind?: string) => ({ key: 'a', title: 'A', cell, kind }) as Parameters<typeof printedShape>[0]
  it('keeps numbers, days and codes in one piece', () => {
    expect(printedShape(column('money'), ['1480', null])).toBe('whole')
    expect(printedShape(column('text'), ['SKU-0012/A', '2024-02-30'])).toBe('whole')
    expect(printedShape(column('text'), ['SKU-0012', 'a longer text'])).toBeUndefined()
  })
  it('takes no room where no row says anything', () => expect(printedShape(column('money'), [null, '', undefined])).toBe('empty'))
})
