import { noValue } from '#schemas/rules/text/plain-text.ts'
import { memo } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { cells } from '#renderer/grid/cells/cells.tsx'
import { cellAsText } from '#renderer/grid/clipboard/cell-as-text.ts'
import { isCellKind } from '#renderer/grid/columns/columns.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'

interface GroupLineProps {
  group: string
  row: GridRow
  count: number
  more: boolean
  collapsed: boolean
  tabbable: boolean
  column: GridColumn
  span: number
  formats: CellFormats
}

/** The head of a group: the field and its value, as its cell draws it, and a button to collapse the group. */
export const GroupLine = memo(function GroupLine({ group, row, count, more, collapsed, tabbable, column, span, formats }: GroupLineProps) {
  const kind = isCellKind(column.cell) && column.cell !== 'link' ? column.cell : 'text'
  const value = readCell(row, column.key)
  const name = `${column.title} ${cellAsText(row, column, formats) || noValue}`
  return (
    <tr className="grid-group">
      <th scope="rowgroup" colSpan={span}>
        <span className="grid-group-name">
          <button
            type="button"
            className="grid-twig"
            data-part="group"
            tabIndex={tabbable ? 0 : -1}
            data-group={group}
            data-on={!collapsed || undefined}
            aria-expanded={!collapsed}
            aria-label={formats.t(collapsed ? 'grid.expand_row' : 'grid.collapse_row', { name })}
          />
          <span>{column.title}</span> {cells[kind]({ value, row, column, formats })}
          <span className="grid-group-count">
            {formats.number(count)}
            {more ? '+' : ''}
          </span>
        </span>
      </th>
    </tr>
  )
})
