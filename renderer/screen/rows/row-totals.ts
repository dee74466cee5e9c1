import { addDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'

/** The exact sum of a column over all rows, as text: `'0.30'`. What is empty or no number counts as nothing. */
export const totalOf = (rows: readonly GridRow[], key: string): string =>
  rows.reduce((sum, row) => addDecimal(sum, toDecimal(readCell(row, key)) ?? '0'), '0')

/** A row that holds nothing but the sums of some columns, so that their cells can draw them. */
export const totalsRow = (rows: readonly GridRow[], keys: readonly string[]): GridRow => ({
  id: 'totals',
  ...Object.fromEntries(keys.map((key) => [key, totalOf(rows, key)])),
})
