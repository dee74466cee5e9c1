import type { GridColumn } from '#schemas/types/contract.d.ts'
import { matches } from './condition.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'

type Row = Readonly<Record<string, unknown>>

/** A column as it is on one row: with the key, cell and choices of the first of its cases that the row meets. */
export function columnOnRow(column: GridColumn, row: Row): GridColumn {
  const matching = column.cases?.find(({ when }) => matches(when, row))
  return matching ? { ...column, options: undefined, ...matching, cases: undefined } : column
}

/** Reads `author.name_full` from `row.author.name_full`; a flat key of that very name wins. */
export const valueOnRow = (row: Row, key: string): unknown => (Object.hasOwn(row, key) ? row[key] : valueAt(row, key))

/** What a column shows of a row: of the case that it meets, and without a value the one that its document names. */
export function shownOnRow(column: GridColumn, row: Row): unknown {
  const { key, default: usual } = column.cases ? columnOnRow(column, row) : column
  return valueOnRow(row, key) ?? usual
}
