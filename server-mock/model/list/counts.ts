import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { readCached } from './cached-read.ts'
import type { Condition } from './filters.ts'

/** Counts are exact up to here. */
export const countLimit = 10_000
/** How long a count is told again: what other processes write meanwhile is counted after that. */
const cachedMs = 3000

export interface Counted {
  count: number
  exact: boolean
}

/** Counts the rows that meet each of the conditions and the shared one: one statement, each count as far as the limit (`null` for none). */
export async function countEach(
  trx: Trx,
  from: RawBuilder<unknown>,
  shared: Condition,
  conditions: readonly Condition[],
  limit: number | null = countLimit,
): Promise<Counted[]> {
  if (conditions.length === 0) return []
  const counts = conditions.map(
    (condition, at) =>
      sql`(select count(*) from (select 1 from ${from} where ${shared} and ${condition} limit ${limit === null ? null : limit + 1}) counted) as ${sql.ref(`c${at}`)}`,
  )
  const [row] = await readCached(trx, sql<Record<string, number>>`select ${sql.join(counts)}`, cachedMs)
  return conditions.map((_, at) => {
    const count = row![`c${at}`]!
    return { count: Math.min(count, limit ?? count), exact: limit === null || count <= limit }
  })
}
