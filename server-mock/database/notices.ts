import { sql } from 'kysely'
import pg from 'pg'
import type { Trx } from './database.ts'

/** What one process tells the others that share its database. */
export type Notice = 'task-queued' | 'published'

const channel = 'pishkhan'
/** Without a connection to listen on, the others' work is looked for so often. */
const pollEveryMs = 1000

/** Tells every process, this one too, once the transaction is committed. */
export async function notify(trx: Trx, notice: Notice): Promise<void> {
  await sql`select pg_notify(${channel}, ${notice})`.execute(trx)
}

export interface ListenOptions {
  /** An address that keeps its connection: not that of a pool which shares connections between transactions. */
  connectionString: string
  /** Called for a notice; with undefined where any may have been missed. */
  onNotice: (notice: Notice | undefined) => void
  log: (message: string, detail?: Record<string, unknown>) => void
}

/**
 * Listens on a connection of its own. While there is none, `onNotice` is called each second instead and the connection is
 * tried again. Call what is answered to stop.
 */
export function listenForNotices({ connectionString, onNotice, log }: ListenOptions): () => Promise<void> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5000, application_name: 'pishkhan notices' })
    let isLost = false
    const lose = (reason: string) => {
      if (isLost) return
      isLost = true
      if (client === fresh) client = undefined
      if (stopped) return
      log('the connection for notices is lost, the database is polled meanwhile', { reason })
      fresh.end().catch(() => {})
      timer = setTimeout(() => {
        onNotice(undefined)
        void connect()
      }, pollEveryMs)
    }
    fresh.on('error', (error) => lose(error.message))
    fresh.on('end', () => lose('ended'))
    fresh.on('notification', ({ payload }) => onNotice(payload as Notice))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (stopped) return await fresh.end()
      client = fresh
      onNotice(undefined)
    } catch (error) {
      lose((error as Error).message)
    }
  }

  const first = connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await first
    await client?.end()
  }
}
