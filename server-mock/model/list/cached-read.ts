import type { RawBuilder } from 'kysely'
import { isReadOnly, type Trx } from '#server/database/database.ts'
import { openScope } from '#server/database/connection/transaction-scope.ts'
import { tablesNamedIn, type WrittenTables } from '#server/database/written-tables.ts'

const mostCached = 500
/** How old may be what another process changed, of records that change rarely and that every page reads. */
export const rarelyChangedMs = 1000

interface CachedRows {
  rows: readonly unknown[]
  readAt: number
  since: number
  tables: Set<string>
}

const caches = new WeakMap<WrittenTables, Map<string, CachedRows>>()

/**
 * Runs a statement that only reads, or answers what the same one was answered less than `cachedMs` ago: its text and values hold
 * the reader's own conditions. A write of this process to one of its tables ends that at once; a transaction that writes reads anew.
 */
export async function readCached<Row>(trx: Trx, statement: RawBuilder<Row>, cachedMs: number): Promise<readonly Row[]> {
  const scope = isReadOnly(trx) ? openScope() : undefined
  const query = statement.compile(trx)
  if (!scope) return (await trx.executeQuery(query)).rows
  const cache = caches.get(scope.tables) ?? new Map<string, CachedRows>()
  caches.set(scope.tables, cache)
  const key = JSON.stringify([query.sql, query.parameters])
  const cached = cache.get(key)
  if (cached && performance.now() - cached.readAt < cachedMs && scope.tables.areUnchanged(cached.tables, cached.since))
    return cached.rows as readonly Row[]
  const { rows } = await trx.executeQuery(query)
  if (cache.size >= mostCached) cache.clear()
  cache.set(key, { rows, readAt: performance.now(), since: scope.since, tables: tablesNamedIn(query.sql) })
  return rows
}
