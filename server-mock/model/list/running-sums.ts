import { sql, type RawBuilder } from 'kysely'
import { formulaToSql, overflowLimit } from '#schemas/formula/formula-sql.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { Trx } from '#server/database/database.ts'
import { root, type FieldInSql } from './field-in-sql.ts'
import type { ListPlan, ListRequest } from './list-plan.ts'
import { orderBy, type SortTerm } from './sort-terms.ts'

/** Running sums of the rows of a page, by id and column: `{ 7: { balance: '300.00' } }`. */
export type RunningSums = ReadonlyMap<number, Record<string, string | null>>

/** What is summed up of a row, and the currency of it, for each of which there is a sum by itself. */
export interface RunningTerm {
  value: RawBuilder<unknown>
  currency?: RawBuilder<unknown>
}

/**
 * The SQL expressions that are summed row by row, by column. A running sum only has a meaning in the list's own order and in orders
 * that begin with a date; in any other order there are none. Columns with a field that the caller may not use are left out.
 */
export function runningSums(
  plan: ListPlan,
  tab: ListPlan['tabs'][number] | undefined,
  terms: readonly SortTerm[],
  resolve: (path: string) => FieldInSql | undefined,
): Map<string, RunningTerm> {
  const sums = new Map<string, RunningTerm>()
  const written = terms.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join()
  const kind = terms[0]?.field.column.kind
  const isInOrder = [tab?.sort, plan.defaultSort].includes(written) || kind === 'date' || kind === 'datetime'
  if (!isInOrder) return sums
  for (const [key, { formula, currency: by }] of plan.running ?? []) {
    const currency = by === undefined ? undefined : resolve(by)?.value
    // Without its currency an amount would be added to those of others.
    let isWhole = by === undefined || currency !== undefined
    const parts = formulaToSql<RawBuilder<unknown>>(parseFormula(formula), {
      field: (path) => {
        const field = resolve(path.join('.'))
        isWhole &&= field !== undefined
        return field ? sql`${field.value}::numeric` : sql`null`
      },
      rows: () => undefined,
    })
    if (!isWhole) continue
    const value = sql.join(
      parts.map((part) => (typeof part === 'string' ? sql.raw(part) : 'value' in part ? sql`${part.value}` : part.sql)),
      sql``,
    )
    sums.set(key, { value, ...(currency && { currency }) })
  }
  return sums
}

/** The sums up to each of some rows, over all rows that the list has before them in its order; null for more digits than are stored. */
export async function readRunning(
  trx: Trx,
  { from, shared, here, matching, terms, running, ids: asked }: ListRequest,
  ids: readonly number[],
): Promise<RunningSums | undefined> {
  if (running.size === 0) return undefined
  if (ids.length === 0) return new Map()
  // A row that is asked for again stands among the others as before.
  const among = asked.length > 0 ? matching : here
  const keys = [...running.keys()]
  const sums = [...running.values()].map(
    ({ value, currency }, at) =>
      sql`sum(${value}) over (${currency ? sql`partition by ${currency}` : sql``} order by ${orderBy(terms)} rows between unbounded preceding and current row) as ${sql.ref(`r${at}`)}`,
  )
  const { rows } = await sql<Record<string, string | null> & { id: number }>`
    select id, ${sql.join(keys.map((_, at) => sql`${sql.ref(`r${at}`)}::text as ${sql.ref(`r${at}`)}, abs(${sql.ref(`r${at}`)}) >= ${overflowLimit}::numeric as ${sql.ref(`o${at}`)}`))}
    from (select ${sql.ref(`${root}.id`)} as id, ${sql.join(sums)} from ${from} where ${shared} and ${among}) summed
    where id in (${sql.join([...ids])})`.execute(trx)
  return new Map(
    rows.map((row) => {
      const sumOf = (at: number) => ((row[`o${at}`] as unknown) === true ? null : plain(row[`r${at}`] ?? null))
      return [Number(row.id), Object.fromEntries(keys.map((key, at) => [key, sumOf(at)]))]
    }),
  )
}

/** Decimals beyond those of the values are zeros that a quotient brought along. */
const plain = (value: string | null): string | null =>
  value !== null && (value.split('.')[1]?.length ?? 0) > 12 ? trimDecimal(value) : value
