// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'
import type { LineDraft } from '#renderer/grid/edit/grid-edits.ts'
import { GridTable, type GridTableProps } from '#renderer/grid/table/grid-table.tsx'

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => {}
  Object.assign(window, { matchMedia: () => Object.assign(new EventTarget(), { matches: false }) })
  Object.assign(globalThis, { CSS: { escape: (id: string) => id } })
})

const drawn: string[] = []
const plain = createCellFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key, actionTitle: () => '', href: () => null })
const formats = {
  ...plain,
  number: (value: string | number) => {
    drawn.push(String(value))
    return String(value)
  },
}
const layout = layoutColumns(
  [
    { key: 'title', title: 'Title', cell: 'text' },
    { key: 'stock', title: 'Stock', cell: 'number' },
  ],
  { selectable: true, actionsWidth: 0 },
)
const nothing = () => {}
const shared: Omit<GridTableProps, 'rows' | 'selected'> = {
  ...layout,
  label: 'Rows',
  skeletonRows: 0,
  formats,
  actions: [],
  selectable: true,
  sort: [],
  firstPosition: 1,
  rowCount: 51,
  busy: false,
  onSort: nothing,
  onSelect: nothing,
  onExtend: nothing,
  onSelectAll: nothing,
  onAction: nothing,
  onMenu: nothing,
  onOpen: nothing,
  onSearch: nothing,
}
const noneSelected: ReadonlySet<number> = new Set()
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

test('what all rows come to stands below as long as a column of it is shown', () => {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const foot = (summary: 'sum' | undefined) => {
    act(() =>
      root.render(
        <GridTable
          {...shared}
          columns={layout.columns.map((entry) => ({ ...entry, column: { ...entry.column, summary } }))}
          rows={rows}
          selected={noneSelected}
          summary={{ rows: 50, is_exact: true, values: { stock: 1225 } }}
        />,
      ),
    )
    return page.querySelector('tfoot')?.textContent
  }
  expect(foot('sum')).toContain('1225')
  expect(foot(undefined)).toBeUndefined()
})

test('of edited cells only the line that they stand in is drawn again', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = (drafts: GridTableProps['drafts']) => {
    drawn.length = 0
    act(() => root.render(<GridTable {...shared} rows={rows} selected={noneSelected} drafts={drafts} />))
    return [...drawn]
  }
  draw(new Map())
  const line: LineDraft = { row: rows[3]!, cells: { stock: { value: 77, state: 'changed' } } }
  const other: LineDraft = { row: rows[8]!, cells: { stock: { value: 5, state: 'failed', message: 'No.' } } }
  expect(draw(new Map([[4, line]]))).toEqual(['77'])
  expect(
    draw(
      new Map([
        [4, line],
        [9, other],
      ]),
    ),
  ).toEqual(['5'])
  expect(draw(new Map())).toEqual(['3', '8'])
})

test('keys and two clicks open the editor of a cell that may be edited, and of no other', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const editable = layoutColumns(
    [
      { key: 'title', title: 'Title', cell: 'text', editable: 'title' },
      { key: 'stock', title: 'Stock', cell: 'number' },
    ],
    { selectable: true, actionsWidth: 0 },
  )
  const edited: unknown[] = []
  act(() =>
    createRoot(host).render(
      <GridTable
        {...shared}
        {...editable}
        selected={noneSelected}
        rows={[
          { ...rows[0]!, can_edit: true },
          { ...rows[1]!, can_edit: false },
        ]}
        onEdit={(row, key, typed) => edited.push([row.id, key, typed])}
      />,
    ),
  )
  const press = (cell: Element, init: KeyboardEventInit) =>
    act(() => {
      cell.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    })
  const [own, other] = [...host.querySelectorAll('td[data-label=Title]')] as [Element, Element]
  press(own, { key: 'F2', code: 'F2' })
  press(own, { key: 'م', code: 'KeyL' })
  press(own, { key: 'Delete', code: 'Delete' })
  press(own, { key: 'a', code: 'KeyA', ctrlKey: true })
  press(own, { key: ' ', code: 'Space' })
  press(other, { key: 'F2', code: 'F2' })
  press(own.nextElementSibling!, { key: 'x', code: 'KeyX' })
  act(() => {
    own.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  })
  expect(edited).toEqual([
    [1, 'title', ''],
    [1, 'title', 'م'],
    [1, 'title', '\b'],
    [1, 'title', undefined],
  ])
})

test('Tab stops once in a grid, whatever its cells hold and wherever the focus has been', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const columns = layoutColumns(
    [
      { key: 'title', title: 'Title', cell: 'code', sortable: true },
      { key: 'stock', title: 'Stock', cell: 'number', sortable: true },
    ],
    { selectable: true, actionsWidth: 94 },
  )
  const actions = [{ type: 'navigate' as const, title: 'Edit', options: { to: 'x' } }]
  act(() => createRoot(host).render(<GridTable {...shared} {...columns} actions={actions} selected={noneSelected} rows={rows} />))
  const stops = () =>
    [...host.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter((element) => element.tabIndex >= 0)
  const press = (key: string, init: KeyboardEventInit = {}) =>
    act(() => {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, code: key, ...init }))
    })
  expect(stops()).toEqual([host.querySelector('tr[data-id="1"]')])
  act(() => stops()[0]!.focus())
  press('ArrowDown')
  press('ArrowRight')
  press('ArrowRight')
  const cell = host.querySelector('tr[data-id="2"] td[data-key=title]')!
  expect(stops()).toEqual([cell])
  press('Enter')
  expect(document.activeElement).toBe(cell.querySelector('[data-part=copy]'))
  expect(stops()).toEqual([cell])
  press('Escape')
  expect(document.activeElement).toBe(cell)
  // What a widget draws later is no stop either.
  const late = document.createElement('button')
  await act(async () => {
    cell.append(late)
    await Promise.resolve()
  })
  expect(stops()).toEqual([cell])
  press('F2')
  press('Tab')
  expect(document.activeElement).toBe(late)
  press('Tab')
  expect(document.activeElement).toBe(cell.querySelector('[data-part=copy]'))
  press('Escape')
  press('ArrowUp')
  press('ArrowUp')
  const head = host.querySelector('th[data-key=title] button')!
  expect(document.activeElement).toBe(head)
  expect(stops()).toEqual([head])
  press('End')
  expect(stops()).toEqual([host.querySelector('th.grid-actions')])
})
