import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** First segment of every short link. */
export const shortPath = '/s'

/** Letters and digits that are not mistaken for one another when somebody types them from paper. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 7

export const shortLinkOf = (code: string): string => `${shortPath}/${code}`

/** A short link that nothing has yet. Its unique index refuses the one in billions that somebody else makes meanwhile. */
export async function freeShortLink(trx: Trx): Promise<string> {
  for (;;) {
    const link = shortLinkOf(Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(''))
    const { rows } = await sql`select 1 from data.link where short_link = ${link}`.execute(trx)
    if (rows.length === 0) return link
  }
}

/** Where a short link may lead: a whole address of the web. `javascript:` and its like are none. */
export function webAddress(target: unknown): URL | undefined {
  if (typeof target !== 'string' || !/^https?:\/\/[^\s/]/i.test(target) || /[\s\\\p{Cc}]/u.test(target) || !URL.canParse(target))
    return undefined
  const url = new URL(target)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '' ? url : undefined
}

/** Whether an address has the path of a short link that there is. The host is not asked: a server has several names. */
export async function isShortLink(trx: Trx, { pathname }: URL): Promise<boolean> {
  const path = pathname.replace(/\/+$/, '')
  if (!path.startsWith(`${shortPath}/`)) return false
  const { rows } = await sql`select 1 from data.link where short_link = ${path}`.execute(trx)
  return rows.length > 0
}

/** The stored target of a link that is not in the trash. */
export async function targetOf(trx: Trx, code: string): Promise<string | undefined> {
  const { rows } = await sql<{
    target: string
  }>`select target from data.link where short_link = ${shortLinkOf(code)} and deleted_at is null`.execute(trx)
  return rows[0]?.target
}

/** The same, and one use more; the database adds, so that none is lost among many at once. */
export async function useLink(trx: Trx, code: string): Promise<string | undefined> {
  const { rows } = await sql<{
    target: string
  }>`update data.link set used_count = coalesce(used_count, 0) + 1 where short_link = ${shortLinkOf(code)} and deleted_at is null returning target`.execute(
    trx,
  )
  return rows[0]?.target
}
