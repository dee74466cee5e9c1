import { useMemo } from 'react'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'

/** Columns whose sums run with the rows are answered in the list's own order and in that of a date; in others they are left out. */
export function useRunningColumns(columns: GridColumn[], rows: readonly GridRow[]): { shown: GridColumn[]; hidden: readonly GridColumn[] } {
  const hidden = columns.filter(
    ({ running, key }) => running !== undefined && rows.length > 0 && !rows.some((row) => Object.hasOwn(row, key)),
  )
  const left = hidden.map(({ key }) => key).join()
  const shown = useMemo(() => (left === '' ? columns : columns.filter(({ key }) => !left.split(',').includes(key))), [columns, left])
  return { shown, hidden }
}
