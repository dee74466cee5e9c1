import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Most statements that one connection keeps prepared. Connections live an hour, which also drops statements that are no longer used. */
const mostPrepared = 400
/** In characters. Longer statements, such as inserts of many rows, are not repeated often enough. */
const longestPrepared = 20_000
const preparable = /^\s*(select|insert|update|delete|with)\b/i
/** The best plan of a search depends on the word, so searches are not prepared. */
const isSearch = /\blike\b/i

/**
 * Whether a statement failed only because it was prepared before its tables changed, or because its connection does not
 * know it. On another connection it may succeed.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

const opensTransaction = /^(begin|start transaction)\b/
/** Answer of a statement that was not sent, or is not waited for. */
const nothing = { command: '', rowCount: 0, rows: [] }

const nameOf = (text: string) => `p${createHash('sha1').update(text).digest('base64url')}`

/** A pool for Kysely whose connections prepare a statement by name when it runs for the second time. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  /** Statements that have run once, on any connection. */
  const seen = new Set<string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function nameFor(text: string, own: Map<string, string>): string | undefined {
    const known = own.get(text)
    if (known !== undefined) return known
    if (own.size >= mostPrepared || text.length > longestPrepared || !preparable.test(text) || isSearch.test(text)) return undefined
    if (!seen.has(text)) {
      if (seen.size >= 4 * mostPrepared) seen.clear()
      seen.add(text)
      return undefined
    }
    own.set(text, nameOf(text))
    return own.get(text)
  }

  function preparing(client: pg.PoolClient): PostgresPoolClient {
    const own = new Map<string, string>()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    let isOutdated = false
    /** A transaction that is to begin with the next statement, so that both are one message. */
    let opening: string | undefined
    let isReading = false
    const send = async (text: string, values: unknown[]) => {
      const name = nameFor(text, own)
      try {
        return await client.query(name === undefined ? { text, values } : { name, text, values })
      } catch (error) {
        if (isOutdatedPlan(error)) isOutdated = true
        throw error
      }
    }
    const sendWithBegin = async (begin: string, text: string, values: unknown[]) => {
      stream.cork()
      const both = [client.query(begin), send(text, values)] as const
      stream.uncork()
      const [began, sent] = await Promise.allSettled(both)
      if (began.status === 'rejected') throw began.reason
      if (sent.status === 'rejected') throw sent.reason
      return sent.value
    }
    const query = async (text: string, values: unknown[]) => {
      if (opensTransaction.test(text)) {
        opening = text
        isReading = text.endsWith('read only')
        return nothing
      }
      const begin = opening
      opening = undefined
      if (text === 'commit' || text === 'rollback') {
        if (begin !== undefined) return nothing
        if (!isReading) return await client.query(text)
        // What was read is read: nobody waits for the end. A connection on which it fails is not used again.
        client.query(text).catch(() => (isOutdated = true))
        return nothing
      }
      return begin === undefined ? await send(text, values) : await sendWithBegin(begin, text, values)
    }
    // A connection with outdated plans is closed, not reused.
    return { query, release: () => client.release(isOutdated) } as unknown as PostgresPoolClient
  }

  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparing(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
