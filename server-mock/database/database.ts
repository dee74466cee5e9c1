import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { ensureTrigrams } from './index-upkeep.ts'
import { runMigrations } from './migrations.ts'
import { openPGlite } from './pglite.ts'
import { PGliteDialect } from './pglite-dialect.ts'
import { createPool } from './postgres-pool.ts'
import { insideTransaction, isInsideTransaction } from './transaction-scope.ts'

/** Tables are made from entity documents, so their columns are not known to the compiler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tables = any
export type Trx = Transaction<Tables>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /** Runs the work in one transaction; a throw rolls everything back. Inside it use the transaction only. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** As `transaction`, for work that only reads: it sees one moment of the data throughout. */
  read<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** For migrations and tests; never inside an open transaction. */
  readonly kysely: Kysely<Tables>
  /** The embedded database as it stands, for one in memory to begin with. */
  dump?(): Promise<Blob>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Folder of the embedded database; in memory when left out. Ignored with `databaseUrl`. */
  dataDir?: string
  /** Folder of an embedded database that a new one begins as a copy of. */
  template?: string
  /** What an embedded database in memory begins with. */
  dump?: Blob
  /** `postgres://user:password@host:port/name`. */
  databaseUrl?: string
  /** Told what an operator should know: a lock taken over, a transaction tried again, a lost connection. */
  log?: (message: string, detail?: Record<string, unknown>) => void
}

/** Serialization failure and deadlock: PostgreSQL rolled the transaction back and expects it to be tried again. */
const retryable = new Set(['40001', '40P01'])
/** The connection went away: what only reads can be asked again; a write may have been committed. */
const lost = new Set(['57P01', '57P02', '57P03', '08006', '08003', 'ECONNRESET', 'EPIPE'])
const attempts = 5

/**
 * Opens the embedded database (PGlite) or a PostgreSQL and brings the system tables up to date.
 * Values come back the same from both: int8 as number, numeric and date as string, timestamptz as ISO 8601 UTC string.
 * @throws when another living process holds `dataDir`, naming its process id.
 */
export async function openDatabase({ dataDir, template, dump, databaseUrl, log = () => {} }: DatabaseOptions = {}): Promise<Database> {
  const embedded = databaseUrl ? undefined : await openPGlite({ dataDir, template, dump }, log)
  const dialect = embedded ? new PGliteDialect(embedded.pglite) : new PostgresDialect({ pool: createPool(databaseUrl!, log) })
  const kysely = new Kysely<Tables>({ dialect })
  const database: Database = {
    kind: embedded ? 'pglite' : 'postgres',
    kysely,
    transaction: (work) => transact(kysely, 'read write', work, log),
    read: (work) => transact(kysely, 'read only', work, log),
    dump: embedded && (() => embedded.pglite.dumpDataDir('none')),
    async close() {
      await kysely.destroy()
      await embedded?.close()
    },
  }
  try {
    await runMigrations(database)
    await ensureTrigrams(kysely, log)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function transact<T>(
  kysely: Kysely<Tables>,
  mode: 'read write' | 'read only',
  work: (trx: Trx) => Promise<T>,
  log: NonNullable<DatabaseOptions['log']>,
): Promise<T> {
  if (isInsideTransaction()) throw new Error('A transaction is open: pass its trx on instead of opening another one.')
  for (let attempt = 1; ; attempt++) {
    try {
      const builder =
        mode === 'read only' ? kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only') : kysely.transaction()
      return await builder.execute((trx) => insideTransaction(() => work(trx)))
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt >= attempts || !code || !(retryable.has(code) || (mode === 'read only' && lost.has(code)))) throw error
      log('transaction tried again', { attempt, code })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}
