import { locales } from '#schemas/rules/locales.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Cell } from '#server/spreadsheet/cells.ts'
import type { ReadTable } from '#server/spreadsheet/read-table.ts'

/**
 * The table without the lines at its end that an export of the list adds: the word for a way of summing up in any language, and
 * beside it nothing but numbers and days.
 */
export function withoutSummary(table: ReadTable, { columns }: GridDocument, registry: DocumentRegistry): ReadTable {
  const kinds = new Set(columns.flatMap((column) => (typeof column === 'string' ? [] : (column.summary ?? []))))
  const words = new Set([...kinds].flatMap((kind) => locales.map((locale) => registry.message('panel', locale, `export.summary_${kind}`))))
  const isSummary = ({ cells }: { cells: readonly Cell[] }) => {
    const filled = cells.filter((cell) => cell !== null && cell !== '')
    const named = filled.filter((cell) => typeof cell === 'string' && words.has(cell))
    return named.length === 1 && filled.length > 1 && filled.every((cell) => cell === named[0] || isFigure(cell))
  }
  const end = table.rows.findLastIndex((row) => !isSummary(row)) + 1
  return end === table.rows.length ? table : { ...table, rows: table.rows.slice(0, end) }
}

const isFigure = (cell: Cell): boolean => typeof cell !== 'string' || /^[-+\d.,٫٬:/ TZ]+$/.test(toLatinDigits(cell))
