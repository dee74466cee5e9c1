import type { GridColumn } from '#schemas/types/contract.d.ts'
import { matches } from './condition.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'

type Row = Readonly<Record<string, unknown>>

/** A column for one row: key, cell and choices come from the first of its cases whose condition the row meets. */
export function columnOnRow(column: GridColumn, row: Row): GridColumn {
  const matching = column.cases?.find(({ when }) => matches(when, row))
  return matching ? { ...column, options: undefined, ...matching, cases: undefined } : column
}

/** Where a record has the titles of the records that its list names: `participants_titles`, of `participants`. */
export const titlesKey = (key: string): string => `${key}_titles`

/**
 * Reads `author.name_full` from `row.author.name_full`; a flat key of the same name has precedence. Of a list of references it is the
 * records with their titles.
 */
export function valueOnRow(row: Row, key: string): unknown {
  const titles = row[titlesKey(key)]
  if (Array.isArray(titles)) return titles
  return Object.hasOwn(row, key) ? row[key] : valueAt(row, key)
}

/** The value that a column shows on a row: the value of the case that the row meets, or the column's `default` if the row has none. */
export function shownOnRow(column: GridColumn, row: Row): unknown {
  const { key, default: usual } = column.cases ? columnOnRow(column, row) : column
  return valueOnRow(row, key) ?? usual
}

/** What an amount of a row is in, as its column says; null where the row has no currency. */
export function currencyOnRow(
  { currency, currency_by: path }: Pick<GridColumn, 'currency' | 'currency_by'>,
  row: Row,
): string | null | undefined {
  if (path === undefined) return currency
  const code = valueOnRow(row, path)
  return typeof code === 'string' && code !== '' ? code : null
}
