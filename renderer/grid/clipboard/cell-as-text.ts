import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { readTags } from '#renderer/grid/cells/cell-values.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'
import { columnOnRow } from '#schemas/rules/conditions/column-case.ts'
import { formatPeriod } from '#schemas/rules/calendar/period.ts'
import { plainText } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'

/**
 * A cell as a spreadsheet takes it, and as it is read when it is pasted again: titles of choices, days of the reader's
 * calendar, amounts without their currency.
 */
export function cellAsText(row: GridRow, given: GridColumn, formats: CellFormats): string {
  const column = columnOnRow(given, row)
  const value = readCell(row, column.key)
  if (value === null || value === undefined || value === '') return ''
  const options = column.options ?? []
  if (Array.isArray(value))
    return readTags(value, options)
      .map(({ title }) => title)
      .join(', ')
  const option = typeof value === 'object' ? undefined : options.find((one) => one.value === value || String(one.value) === String(value))
  if (option) return option.title ?? String(value)
  if (typeof value === 'boolean') return formats.t(value ? 'grid.yes' : 'grid.no')
  const text = String(value)
  const { cell, kind } = column
  if (cell === 'date' || kind === 'date') return formats.date(text) ?? text
  if (cell === 'datetime' || cell === 'relative' || kind === 'datetime') return formats.datetime(text) ?? text
  if (cell === 'time') return formats.time(text) ?? text
  if (cell === 'number' || cell === 'money' || cell === 'progress' || typeof value === 'number') return formats.number(text) ?? text
  return formatPeriod(value, formats) ?? plainText(value) ?? ''
}

/** Rows as lines with tabs between the cells; a cell with a tab, a line break or a quote is quoted. */
export const asBlock = (rows: readonly (readonly string[])[]): string => rows.map((cells) => cells.map(quoted).join('\t')).join('\n')

const quoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
