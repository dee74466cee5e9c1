import { createHash } from 'node:crypto'
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
    let isOutdated = false
    const query = async (text: string, values: unknown[]) => {
      const name = nameFor(text, own)
      try {
        return await client.query(name === undefined ? { text, values } : { name, text, values })
      } catch (error) {
        if (isOutdatedPlan(error)) isOutdated = true
        throw error
      }
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
