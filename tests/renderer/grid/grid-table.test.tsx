// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cell-formats.ts'
import { layoutColumns } from '#renderer/grid/columns.ts'
import { GridTable, type GridTableProps } from '#renderer/grid/table/grid-table.tsx'

beforeAll(() => { Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }) })

const drawn: string[] = []
const plain = createCellFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key, actionTitle: () => '', href: () => null })
const formats = { ...plain, number: (value: string | number) => { drawn.push(String(value)); return String(value) } }
const layout = layoutColumns([{ key: 'title', title: 'Title', cell: 'text' }, { key: 'stock', title: 'Stock', cell: 'number' }], { selectable: true, hasActions: false })
const nothing = () => {}
const shared: Omit<GridTableProps, 'rows' | 'selected'> = {
  ...layout, label: 'Rows', skeletonRows: 0, formats, actions: [], selectable: true, sort: [], firstPosition: 1, rowCount: 51, busy: false,
  onSort: nothing, onSelect: nothing, onExtend: nothing, onSelectAll: nothing, onAction: nothing, onMenu: nothing, onOpen: nothing, onSearch: nothing,
}
const rows = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, title: `Row ${at + 1}`, stock: at }))

test('only the row that changed is drawn again, and only the row that is selected', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = (props: Pick<GridTableProps, 'rows' | 'selected'>) => {
    drawn.length = 0
    act(() => root.render(<GridTable {...shared} {...props} />))
    return [...drawn]
  }
  expect(draw({ rows, selected: new Set() })).toHaveLength(50)
  const changed = rows.map((row) => (row.id === 4 ? { ...row, stock: 900 } : row))
  expect(draw({ rows: changed, selected: new Set() })).toEqual(['900'])
  expect(draw({ rows: changed, selected: new Set([7]) })).toEqual(['6'])
  expect(draw({ rows: [...changed].reverse().reverse(), selected: new Set([7]) })).toEqual([])
})
