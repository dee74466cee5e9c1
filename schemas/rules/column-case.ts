import type { GridColumn } from '#schemas/types/contract.d.ts'
import { matches } from './condition.ts'
import { valueAt } from './interpolate.ts'

type Row = Readonly<Record<string, unknown>>

/** A column as it is on one row: with the key, cell and choices of the first of its cases that the row meets. */
export function columnOnRow(column: GridColumn, row: Row): GridColumn {
  const found = column.cases?.find(({ when }) => matches(when, row))
  return found ? { ...column, options: undefined, ...found, cases: undefined } : column
}

/** Reads `author.name_full` from `row.author.name_full`; a flat key of that very name wins. */
export const valueOnRow = (row: Row, key: string): unknown => (Object.hasOwn(row, key) ? row[key] : valueAt(row, key))
