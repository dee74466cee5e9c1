import { memo } from 'react'
import type { CellFormats } from '#renderer/grid/cell-formats.ts'
import { cells } from '#renderer/grid/cells.tsx'
import { isCellKind } from '#renderer/grid/columns.ts'
import { isEqualJson, readCell } from '#renderer/grid/rows.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'

/** Whether a row is the first of its group on the page. */
export const startsGroup = (before: GridRow | undefined, row: GridRow, key: string): boolean => before === undefined || !isEqualJson(readCell(before, key) ?? null, readCell(row, key) ?? null)

/** Above the rows of one value: the field and the value, as its cell draws it. */
export const GroupLine = memo(function GroupLine({ row, column, span, formats }: { row: GridRow; column: GridColumn; span: number; formats: CellFormats }) {
  const kind = isCellKind(column.cell) && column.cell !== 'link' ? column.cell : 'text'
  return (
    <tr className="grid-group">
      <th scope="rowgroup" colSpan={span}><span className="grid-group-name"><span>{column.title}</span> {cells[kind]({ value: readCell(row, column.key), row, column, formats })}</span></th>
    </tr>
  )
})
