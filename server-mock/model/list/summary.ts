import { sql, type RawBuilder } from 'kysely'
import { trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { FieldInSql } from './field-in-sql.ts'
import type { Condition } from './text-conditions.ts'

export type SummaryKind = 'sum' | 'average' | 'min' | 'max' | 'count'

/** What a list is summed up to; without `values` there are more rows than `rows`, and what they come to is not told. */
export interface Summary {
  rows: number
  is_exact: boolean
  values?: Record<string, string | number | null>
}

/** Rows that are summed up at most: of more, nothing is told rather than something wrong. */
export const summaryLimit = 100_000

const numeric: readonly EntityColumn['kind'][] = ['integer', 'number', 'decimal']
const ordered: readonly EntityColumn['kind'][] = [...numeric, 'date', 'datetime']

/** Whether values of a column can be summed up so. */
export const canSumUp = (kind: SummaryKind, column: EntityColumn): boolean =>
  kind === 'count' ||
  (!column.references &&
    !column.translated &&
    !column.values &&
    (kind === 'sum' || kind === 'average' ? numeric : ordered).includes(column.kind))

/** Sums up all rows that meet a condition, in one statement that reads no more than the limit; not amounts of several currencies. */
export async function summarise(
  trx: Trx,
  from: RawBuilder<unknown>,
  where: Condition,
  requested: ReadonlyMap<string, { kind: SummaryKind; field: FieldInSql; currency?: FieldInSql }>,
): Promise<Summary> {
  const columns = [...requested.values()].flatMap(({ field, currency }, at) => [
    sql`${field.value} as ${sql.ref(`v${at}`)}`,
    ...(currency ? [sql`${currency.value} as ${sql.ref(`c${at}`)}`] : []),
  ])
  const totals = [...requested.values()].map(({ kind, field, currency }, at) => {
    const all = total(kind, field.column, sql.ref(`v${at}`))
    const isOne = sql`count(distinct ${sql.ref(`c${at}`)}) <= 1`
    return sql`${currency && kind !== 'count' ? sql`case when ${isOne} then ${all} end` : all} as ${sql.ref(`s${at}`)}`
  })
  const {
    rows: [row],
  } = await sql<Record<string, string | null> & { rows: number }>`
    select count(*) as rows, ${sql.join(totals)} from (select ${sql.join(columns)} from ${from} where ${where} limit ${summaryLimit + 1}) summed`.execute(
    trx,
  )
  if (row!.rows > summaryLimit) return { rows: summaryLimit, is_exact: false }
  return {
    rows: row!.rows,
    is_exact: true,
    values: Object.fromEntries(
      [...requested].map(([key, { kind, field }], at) => [key, summaryValue(kind, field.column, row![`s${at}`] ?? null)]),
    ),
  }
}

/** What the values of several rows come to, as text. */
export function total(kind: SummaryKind, column: EntityColumn, value: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (kind) {
    case 'sum':
      return sql`sum(${value}::numeric)::text`
    case 'average':
      return sql`round(avg(${value}::numeric), 6)::text`
    case 'count':
      return column.kind === 'text' ? sql`count(nullif(${value}, ''))::text` : sql`count(${value})::text`
    default:
      return column.kind === 'datetime'
        ? sql`to_char(${sql.raw(kind)}(${value}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : sql`${sql.raw(kind)}(${value})::text`
  }
}

/** As the cells of the column have it: decimals as text, so that no digit is lost. */
export function summaryValue(kind: SummaryKind, column: EntityColumn, value: string | null): string | number | null {
  if (value === null) return null
  if (kind === 'count') return Number(value)
  if (!numeric.includes(column.kind)) return value
  const text = kind === 'average' ? trimDecimal(value) : value
  return column.kind === 'decimal' || !Number.isSafeInteger(Math.trunc(Number(text))) ? text : Number(text)
}
