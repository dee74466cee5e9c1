import { sql, type RawBuilder } from 'kysely'
import { isReadOnly, type Trx } from '#server/database/database.ts'
import { openScope } from '#server/database/connection/transaction-scope.ts'
import { tablesNamedIn, type WrittenTables } from '#server/database/written-tables.ts'
import type { Condition } from './filters.ts'

/** Counts are exact up to here. */
export const countLimit = 10_000
/** How long a count is told again: what other processes write meanwhile is counted after that. */
const cachedMs = 3000
const mostCached = 500

export interface Counted {
  count: number
  exact: boolean
}

type CountRow = Record<string, number>
interface CachedCounts {
  row: CountRow
  readAt: number
  since: number
  tables: Set<string>
}

const caches = new WeakMap<WrittenTables, Map<string, CachedCounts>>()

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
  const row = await readCounts(trx, sql<CountRow>`select ${sql.join(counts)}`)
  return conditions.map((_, at) => {
    const count = row[`c${at}`]!
    return { count: Math.min(count, limit ?? count), exact: limit === null || count <= limit }
  })
}

/**
 * Runs a counting statement, or answers what the same one was answered a moment ago: its text and values hold the reader's
 * own conditions. A write of this process to one of its tables ends that at once; a transaction that writes counts anew.
 */
async function readCounts(trx: Trx, statement: RawBuilder<CountRow>): Promise<CountRow> {
  const scope = isReadOnly(trx) ? openScope() : undefined
  const query = statement.compile(trx)
  if (!scope) return (await trx.executeQuery(query)).rows[0]!
  const cache = caches.get(scope.tables) ?? new Map<string, CachedCounts>()
  caches.set(scope.tables, cache)
  const key = JSON.stringify([query.sql, query.parameters])
  const cached = cache.get(key)
  if (cached && performance.now() - cached.readAt < cachedMs && scope.tables.areUnchanged(cached.tables, cached.since)) return cached.row
  const row = (await trx.executeQuery(query)).rows[0]!
  if (cache.size >= mostCached) cache.clear()
  cache.set(key, { row, readAt: performance.now(), since: scope.since, tables: tablesNamedIn(query.sql) })
  return row
}
