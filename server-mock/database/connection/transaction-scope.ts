import { AsyncLocalStorage } from 'node:async_hooks'
import type { WrittenTables } from '#server/database/written-tables.ts'

interface Scope {
  open: boolean
  tables: WrittenTables
  /** State of the written tables when the transaction began. */
  since: number
  /** Tables that the transaction has written. */
  written: Set<string>
}

/**
 * Remembers that the running code is inside a transaction. PGlite has one connection: a query outside the open
 * transaction would wait for the transaction, and the transaction for the query. Such a query is refused instead.
 */
const scope = new AsyncLocalStorage<Scope>()

export async function insideTransaction<T>(tables: WrittenTables, work: () => Promise<T>): Promise<T> {
  const state: Scope = { open: true, tables, since: tables.moment(), written: new Set() }
  try {
    return await scope.run(state, work)
  } finally {
    state.open = false
  }
}

/** Work that a transaction started without waiting for it is outside again once the transaction has ended. */
export const isInsideTransaction = (): boolean => openScope() !== undefined

/** The transaction in which the running code is. */
export function openScope(): Scope | undefined {
  const state = scope.getStore()
  return state?.open ? state : undefined
}
