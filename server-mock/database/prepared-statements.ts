import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements that one connection keeps prepared; connections live an hour, so that those which fell out of use go with them. */
const mostPrepared = 400
/** Longer ones, such as inserts of many rows, do not come again often enough. */
const longestPrepared = 20_000
const preparable = /^\s*(select|insert|update|delete|with)\b/i
/** The plan of a search depends on the word that is looked for. */
const isSearch = /\blike\b/i

/**
 * Whether a statement failed only because it was prepared before its tables changed, or is not known to its connection:
 * on another connection it may succeed.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

const nameOf = (text: string) => `p${createHash('sha1').update(text).digest('base64url')}`

/** A pool for Kysely whose connections prepare by name what comes a second time: PostgreSQL parses it once a connection. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  /** Statements that came once, on whatever connection. */
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
    // A connection with outdated plans is closed instead of being used again.
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
