import { roundDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals } from '#schemas/rules/numbers/money.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'

/** What the rows come to in a column, as it is written at the foot of the table. */
export function summaryText(
  value: string | number | null,
  column: GridColumn,
  formats: Pick<CellFormats, 'number' | 'money' | 'date' | 'datetime'>,
): string {
  if (value === null) return noValue
  const text = String(value)
  if (column.summary === 'count') return formats.number(value) ?? text
  if (column.currency_by !== undefined) return formats.money(value, null) ?? text
  if (column.cell === 'money' || (column.cell === 'product' && column.currency !== undefined))
    return (
      formats.money(column.summary === 'average' ? roundDecimal(text, currencyDecimals(column.currency)) : value, column.currency) ?? text
    )
  if (column.cell === 'date') return formats.date(text) ?? text
  if (column.summary === 'average' && Number.isFinite(Number(value))) return formats.number(Math.round(Number(value) * 100) / 100) ?? text
  return formats.number(value) ?? formats.datetime(text) ?? text
}
