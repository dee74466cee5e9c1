import type { ReactNode } from 'react'
import { columnOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { isCellKind } from '#renderer/grid/columns/columns.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'
import type { CellFormats } from './cell-formats.ts'
import { cells } from './cells.tsx'
import { WidgetCell } from './widget-cell.tsx'

/** A column's cell on a row, by its kind or by the widget that it names. */
export function drawCell(row: GridRow, given: GridColumn, formats: CellFormats): ReactNode {
  const column = given.cases ? columnOnRow(given, row) : given
  const { cell: kind = 'text' } = column
  const cell = { value: readCell(row, column.key) ?? column.default, row, column, formats }
  return isCellKind(kind) ? cells[kind](cell) : <WidgetCell {...cell} />
}
