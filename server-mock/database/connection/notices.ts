import { sql } from 'kysely'
import pg from 'pg'
import type { Trx } from '#server/database/database.ts'

/** Messages between the processes that share a database; `topic {"topic":"notifications","users":[7]}` has something new for readers. */
export type Notice = 'task-queued' | 'published' | `topic ${string}`

/** Channel of PostgreSQL on which notices come. */
export const noticeChannel = 'pishkhan'
/** How often the others' work is looked up while there is no connection to listen on. */
const pollEveryMs = 1000

/** Notifies every process, including this one, once the transaction is committed. */
export async function notify(trx: Trx, notice: Notice): Promise<void> {
  await sql`select pg_notify(${noticeChannel}, ${notice})`.execute(trx)
}

export interface ListenOptions {
  /** An address with a connection of its own, not that of a transaction pooler. */
  connectionString: string
  /** Called for a notice; with undefined if notices may have been missed. */
  onNotice: (notice: Notice | undefined) => void
  log: (message: string, detail?: Record<string, unknown>) => void
}

/**
 * Listens on a connection of its own. Without a connection `onNotice` is called each second instead, and the connection
 * is retried. Call the returned function to stop.
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
      await fresh.query(`listen ${noticeChannel}`)
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
