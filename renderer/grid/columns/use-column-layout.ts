import { useMemo, useState } from 'react'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { layoutColumns, type TableLayout } from './columns.ts'
import { leastWidths, widthsOfContents } from './least-width.ts'
import { chooseColumns, shiftColumn, type ColumnState } from './column-state.ts'

interface ColumnLayoutInput {
  /** All that there are, in the document's order; none while there is no grid yet. */
  all: readonly GridColumn[]
  /** Those that are expected then. */
  expected: readonly GridColumn[]
  state: ColumnState
  setState: (change: (now: ColumnState) => ColumnState) => void
  rows: readonly GridRow[]
  selectable: boolean
  /** 0 for a list without actions. */
  actionsWidth: number
  formats: CellFormats
}

export interface UsedColumns {
  /** Those that are shown, in their order. */
  columns: GridColumn[]
  layout: TableLayout
  /** Moves a column among those that are shown. */
  shift: (key: string, by: 1 | -1) => void
  /** Where the column that was moved last stands now, in words. */
  told: string
}

/** The columns of a list as somebody has chosen them, and how wide each has to be for what the page holds. */
export function useColumnLayout({
  all,
  expected,
  state,
  setState,
  rows,
  selectable,
  actionsWidth,
  formats,
}: ColumnLayoutInput): UsedColumns {
  const [told, setTold] = useState('')
  const columns = useMemo(() => chooseColumns(all.length > 0 ? all : expected, state), [all, expected, state])
  // As text, so that a page whose amounts are as wide as those of the last one leaves the columns as they are.
  const contentWidths = useMemo(() => JSON.stringify(widthsOfContents(columns, rows, formats)), [columns, rows, formats])
  const layout = useMemo(
    () =>
      layoutColumns(columns, {
        selectable,
        actionsWidth,
        leastWidth: leastWidths(formats),
        contentWidths: JSON.parse(contentWidths) as Record<string, number>,
        chosenWidths: state.widths,
      }),
    [columns, state.widths, selectable, actionsWidth, formats, contentWidths],
  )
  const shift = (key: string, by: 1 | -1) => {
    setState((now) => shiftColumn(all, now, key, by))
    const order = chooseColumns(all, shiftColumn(all, state, key, by)).map((column) => column.key)
    setTold(
      formats.t('grid.column_moved', {
        name: columns.find((column) => column.key === key)?.title ?? key,
        place: formats.number(order.indexOf(key) + 1),
        total: formats.number(order.length),
      }),
    )
  }
  return { columns, layout, shift, told }
}
