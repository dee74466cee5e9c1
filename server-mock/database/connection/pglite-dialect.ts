import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { OnNotification } from './pglite-protocol.ts'
import { createStatements } from './pglite-statements.ts'
import { isInsideTransaction } from './transaction-scope.ts'

/** Kysely over PGlite's single connection: the holder of the connection runs, the others wait in a queue. */
export class PGliteDialect implements Dialect {
  private readonly pglite: PGlite
  private readonly onNotification: OnNotification
  constructor(pglite: PGlite, onNotification: OnNotification) {
    this.pglite = pglite
    this.onNotification = onNotification
  }
  createDriver() {
    return new PGliteDriver(this.pglite, this.onNotification)
  }
  createAdapter() {
    return new PostgresAdapter()
  }
  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }
  createIntrospector(kysely: Kysely<unknown>) {
    return new PostgresIntrospector(kysely)
  }
}

class PGliteDriver implements Driver {
  private readonly connection: PGliteConnection
  private held = false
  private readonly waiting: (() => void)[] = []

  constructor(pglite: PGlite, onNotification: OnNotification) {
    this.connection = new PGliteConnection(pglite, onNotification)
  }
  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (isInsideTransaction()) throw new Error('A transaction is open: run the query on its trx, not beside it.')
    if (this.held) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.held = true
    return this.connection
  }

  /**
   * Hands the connection directly to the next in the queue, so that no other can take it in between, after a turn of the event loop:
   * the database answers within the turn, so that a long queue would keep new connections and `/health` waiting to its end.
   */
  async releaseConnection() {
    const next = this.waiting.shift()
    if (next) void nextTurn().then(next)
    else this.held = false
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel, accessMode }: TransactionSettings) {
    await connection.executeQuery(
      CompiledQuery.raw(['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')),
    )
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  /** Nothing to do: the owner of the PGlite closes it. */
  async destroy() {}
}

/** A statement that takes longer has kept others waiting. */
const longMs = 10

class PGliteConnection implements DatabaseConnection {
  private readonly run: ReturnType<typeof createStatements>
  constructor(pglite: PGlite, onNotification: OnNotification) {
    this.run = createStatements(pglite, onNotification)
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const started = performance.now()
    const { rows, affectedRows } = await this.run<R>(sql, parameters)
    // Nothing else happens while a statement runs: after one that took long, what waited comes before the next.
    if (performance.now() - started > longMs) await nextTurn()
    return { rows, numAffectedRows: affectedRows === undefined ? undefined : BigInt(affectedRows) }
  }
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite answers whole; page through the rows instead.')
  }
}
