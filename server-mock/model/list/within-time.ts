import { sql } from 'kysely'
import { isReadOnly, type Trx } from '#server/database/database.ts'
import { readTimeoutMs, writeTimeoutMs } from '#server/database/connection/postgres-pool.ts'
import { ApiError } from '#server/errors.ts'

/**
 * Ends statements that take longer; PGlite, which runs one at a time, lets them end. A transaction that only reads has the usual limit
 * from its connection; one that goes on to write gets its own back.
 */
export async function withinTime<T>(trx: Trx, milliseconds: number, work: () => Promise<T>): Promise<T> {
  const limit = (timeoutMs: number) => sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx)
  const isUsual = isReadOnly(trx) && milliseconds === readTimeoutMs
  if (!isUsual) await limit(milliseconds)
  try {
    const answer = await work()
    if (!isReadOnly(trx)) await limit(writeTimeoutMs)
    return answer
  } catch (error) {
    if ((error as { code?: unknown }).code === '57014') throw new ApiError('not-ready', { userMessage: { key: 'errors.list_too_slow' } })
    throw error
  }
}
