import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Remembers that the running code is inside a transaction. PGlite has one connection: a query beside the open
 * transaction would wait for the transaction, and the transaction for the query. So it is refused instead.
 */
const scope = new AsyncLocalStorage<{ open: boolean }>()

export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state = { open: true }
  try {
    return await scope.run(state, work)
  } finally {
    state.open = false
  }
}

/** Work that a transaction started and did not wait for is outside again once the transaction has ended. */
export const isInsideTransaction = (): boolean => scope.getStore()?.open === true
