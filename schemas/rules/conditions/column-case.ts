import type { GridColumn } from '#schemas/types/contract.d.ts'
import { matches } from './condition.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'

type Row = Readonly<Record<string, unknown>>

/** A column for one row: key, cell and choices come from the first of its cases whose condition the row meets. */
export function columnOnRow(column: GridColumn, row: Row): GridColumn {
  const matching = column.cases?.find(({ when }) => matches(when, row))
  return matching ? { ...column, options: undefined, ...matching, cases: undefined } : column
}

/** Reads `author.name_full` from `row.author.name_full`; a flat key of the same name has precedence. */
export const valueOnRow = (row: Row, key: string): unknown => (Object.hasOwn(row, key) ? row[key] : valueAt(row, key))

/** The value that a column shows on a row: the value of the case that the row meets, or the column's `default` if the row has none. */
export function shownOnRow(column: GridColumn, row: Row): unknown {
  const { key, default: usual } = column.cases ? columnOnRow(column, row) : column
  return valueOnRow(row, key) ?? usual
}
