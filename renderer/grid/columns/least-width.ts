import { clip } from '#schemas/rules/plain-text.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { codeLength, isCellKind, type CellKind } from './columns.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'

const letterPx = 8.2
/** Padding of the cell, and what wide letters take beyond the usual. */
const paddingPx = 24 + 8
/** A day of each month, and an hour of two digits: one of them is the longest date of the year. */
const days = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-28T20:48:00Z`)

/** How wide a column of dates has to be in the language of the formats so that none is cut; 0 for what is of any length. */
export function leastWidths(formats: Pick<CellFormats, 'date' | 'datetime'>): (kind: CellKind) => number {
  const widest = (format: (value: string) => string | null) =>
    Math.ceil(Math.max(...days.map((day) => widthOf(format(day) ?? ''))) + paddingPx)
  const known: Partial<Record<CellKind, number>> = { date: widest(formats.date), datetime: widest(formats.datetime) }
  return (kind) => known[kind] ?? 0
}

/** Past this an amount breaks into lines; a list of one column helps nobody. */
const widestPx = 320
const codeLetterPx = 7.3
const copyButtonPx = 28

/**
 * How wide columns have to be, by key, so that no amount, number or code on the page is cut shorter than its cell says: no
 * cut number looks like one.
 */
export function widthsOfContents(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  formats: Pick<CellFormats, 'money' | 'number'>,
): Record<string, number> {
  const needs: Partial<Record<CellKind, (longest: string, column: GridColumn) => number>> = {
    money: (longest, { currency }) => widthOf(formats.money(longest, currency) ?? '') + paddingPx,
    number: (longest) => widthOf(formats.number(longest) ?? '') + paddingPx,
    code: (longest) => clip(longest, codeLength).length * codeLetterPx + copyButtonPx + paddingPx,
  }
  return Object.fromEntries(
    columns.flatMap((column) => {
      const need = isCellKind(column.cell) ? needs[column.cell] : undefined
      return need === undefined ? [] : [[column.key, Math.min(widestPx, Math.ceil(need(longestOf(rows, column.key), column)))]]
    }),
  )
}

const longestOf = (rows: readonly GridRow[], key: string): string =>
  rows
    .map((row) => readCell(row, key))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .reduce<string>((found, value) => (String(value).length > found.length ? String(value) : found), '')

/** An estimate: signs of Chinese are twice as wide as letters. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : 1) * letterPx, 0)
