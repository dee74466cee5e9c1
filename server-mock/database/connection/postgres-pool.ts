import pg from 'pg'
import { valueParsers } from './value-types.ts'

/** Most time of a statement in a transaction that only reads, and in one that writes. */
export const readTimeoutMs = 8000
export const writeTimeoutMs = 30_000

/** A connection pool for PostgreSQL: UTC, limited statements and waits, values as in `value-types.ts`. */
export function createPool(
  connectionString: string,
  log: (message: string, detail?: Record<string, unknown>) => void,
  connections = 10,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    pipeline: true, // the beginning of a transaction and its first statement are sent together
    max: connections,
    maxLifetimeSeconds: 3600,
    connectionTimeoutMillis: 10_000,
    statement_timeout: readTimeoutMs,
    lock_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
    // SSDs read any page as fast as the next one; with PostgreSQL's default of 4 a search would read the whole table instead of its index.
    options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1',
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && valueParsers[id]) || pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on('error', (error) => log('database connection lost', { reason: error.message }))
  return pool
}
