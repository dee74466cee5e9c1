import { AsyncResource } from 'node:async_hooks'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { ensureTrigrams } from './tables/index-upkeep.ts'
import { runMigrations } from './migrations.ts'
import { listenForNotices, noticeChannel, type Notice } from './connection/notices.ts'
import { openPGlite } from './connection/pglite.ts'
import { PGliteDialect } from './connection/pglite-dialect.ts'
import { createPool, writeTimeoutMs } from './connection/postgres-pool.ts'
import { isOutdatedPlan, preparingPool } from './connection/prepared-statements.ts'
import { insideTransaction, isInsideTransaction, openScope } from './connection/transaction-scope.ts'
import { createWrittenTables, writtenIn, type WrittenTables } from './written-tables.ts'

/** Tables are created from entity documents, so the compiler does not know their columns. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tables = any
export type Trx = Transaction<Tables>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /** Runs the work in one transaction; a throw rolls everything back. Inside it use the transaction only. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Like `transaction`, for work that only reads: it sees one snapshot of the data throughout. */
  read<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs a single statement that only reads, without a transaction around it. */
  lookUp<T>(statement: (database: Kysely<Tables>) => Promise<T>): Promise<T>
  /** For migrations and tests; never inside an open transaction. */
  readonly kysely: Kysely<Tables>
  /** For what belongs to one connection for longer than a transaction, such as session locks. It bypasses a connection pool. */
  readonly direct: Kysely<Tables>
  /**
   * Calls `onNotice` with each notice of any process that shares the database, and with undefined if notices may have
   * been missed. Returns a function that stops listening.
   */
  listen(onNotice: (notice: Notice | undefined) => void): () => Promise<void>
  /** Calls `onWritten` with the tables of records that this process has written, once others see it. Returns a function that ends it. */
  watchTables(onWritten: (tables: ReadonlySet<string>) => void): () => void
  /** A copy of the embedded database, from which one in memory can be created. */
  dump?(): Promise<Blob>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Folder of the embedded database; in memory when left out. Ignored with `databaseUrl`. */
  dataDir?: string
  /** Folder of an embedded database; a new one is created as a copy of it. */
  template?: string
  /** Initial content of an embedded database in memory. */
  dump?: Blob
  /** `postgres://user:password@host:port/name`. */
  databaseUrl?: string
  /** Address that bypasses a transaction pooler; `databaseUrl` when left out. */
  directUrl?: string
  /** Whether repeated statements are prepared by name. Not possible behind a pooler that does not support prepared statements. */
  prepare?: boolean
  /** Called with messages for the operator: a lock taken over, a transaction retried, a lost connection. */
  log?: (message: string, detail?: Record<string, unknown>) => void
}

/** Options for the database in a configuration. */
export const configuredDatabase = ({
  databaseUrl,
  databaseDirectUrl: directUrl,
  databasePrepare: prepare,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePrepare' | 'dataDir'>): DatabaseOptions =>
  databaseUrl === undefined ? { dataDir } : { databaseUrl, directUrl, prepare }

/** Serialization failure and deadlock: PostgreSQL rolled the transaction back and expects a retry. */
const retryable = new Set(['40001', '40P01'])
/** The connection was lost. Reading can be retried; a write may have been committed. */
const lost = new Set(['57P01', '57P02', '57P03', '08006', '08003', 'ECONNRESET', 'EPIPE'])
const attempts = 5

type Mode = 'read write' | 'read only'
type Log = NonNullable<DatabaseOptions['log']>

const readingOnly = new WeakSet<Trx>()
/** Whether a transaction was opened by `read`. */
export const isReadOnly = (trx: Trx): boolean => readingOnly.has(trx)

/**
 * Opens the embedded database (PGlite) or a PostgreSQL and migrates the system tables. Values are the same from both:
 * int8 as number, numeric and date as string, timestamptz as ISO 8601 UTC string.
 * @throws when another running process holds `dataDir`, naming its process id
 */
export async function openDatabase({
  dataDir,
  template,
  dump,
  databaseUrl,
  directUrl,
  prepare = true,
  log = () => {},
}: DatabaseOptions = {}): Promise<Database> {
  const embedded = databaseUrl ? undefined : await openPGlite({ dataDir, template, dump }, log)
  const onServer = (pool: pg.Pool, isPreparing: boolean) => new PostgresDialect({ pool: isPreparing ? preparingPool(pool) : pool })
  const tables = createWrittenTables()
  const own = createOwnNotices()
  const kysely = new Kysely<Tables>({
    log: ({ query }) => noteWrites(query.sql, tables),
    dialect: embedded ? new PGliteDialect(embedded.pglite, own.tell) : onServer(createPool(databaseUrl!, log), prepare),
  })
  const direct = databaseUrl && directUrl ? new Kysely<Tables>({ dialect: onServer(createPool(directUrl, log, 1), false) }) : kysely
  const database: Database = {
    kind: embedded ? 'pglite' : 'postgres',
    kysely,
    direct,
    transaction: (work) => transact(kysely, 'read write', work, tables, log),
    read: (work) => transact(kysely, 'read only', work, tables, log),
    lookUp: (statement) => retry('read only', () => statement(kysely), log),
    listen: (onNotice) =>
      embedded ? own.listen(kysely, onNotice) : listenForNotices({ connectionString: directUrl ?? databaseUrl!, onNotice, log }),
    watchTables: tables.watch,
    dump: embedded && (() => embedded.pglite.dumpDataDir('none')),
    async close() {
      if (direct !== kysely) await direct.destroy()
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

/** Notices of the embedded database, which has one process: it hears itself. */
function createOwnNotices() {
  const listeners = new Set<(notice: Notice) => void>()
  return {
    tell: (payload: string): void => listeners.forEach((listener) => listener(payload as Notice)),
    listen(kysely: Kysely<Tables>, onNotice: (notice: Notice) => void): () => Promise<void> {
      // A notice arrives while the transaction that sent it ends; what it brings about is no part of that.
      const listener = AsyncResource.bind((notice: Notice) => void setImmediate(onNotice, notice))
      listeners.add(listener)
      const listening = sql`listen ${sql.ref(noticeChannel)}`.execute(kysely)
      return async () => {
        listeners.delete(listener)
        await listening
      }
    },
  }
}

async function transact<T>(
  kysely: Kysely<Tables>,
  mode: Mode,
  work: (trx: Trx) => Promise<T>,
  tables: WrittenTables,
  log: Log,
): Promise<T> {
  if (isInsideTransaction()) throw new Error('A transaction is open: pass its trx on instead of opening another one.')
  const builder =
    mode === 'read only' ? kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only') : kysely.transaction()
  const run = async () => {
    let written = new Set<string>()
    const result = await builder.execute(async (trx) => {
      if (mode === 'read only') readingOnly.add(trx)
      else await sql`set local statement_timeout = ${sql.lit(writeTimeoutMs)}`.execute(trx)
      return insideTransaction(tables, () => {
        written = openScope()!.written
        return work(trx)
      })
    })
    if (written.size > 0) tables.note(written)
    return result
  }
  return retry(mode, run, log)
}

/** Tables written in a transaction are noted when it is committed, all others at once. */
function noteWrites(text: string, tables: WrittenTables): void {
  const written = writtenIn(text)
  if (written.size === 0) return
  const scope = openScope()
  if (!scope) tables.note(written)
  else for (const table of written) scope.written.add(table)
}

/** Retries work that the database gave up for a temporary reason. */
async function retry<T>(mode: Mode, run: () => Promise<T>, log: Log): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const code = (error as { code?: string }).code
      if (isOutdatedPlan(error) && attempt < attempts) continue
      if (attempt >= attempts || !code || !(retryable.has(code) || (mode === 'read only' && lost.has(code)))) throw error
      log('transaction tried again', { attempt, code })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}
