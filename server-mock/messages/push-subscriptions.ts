import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { deriveKey } from '#server/keys.ts'
import { usedLately } from '#server/plugins/note-seen.ts'
import { openText, sealText } from '#server/plugins/sealed-text.ts'
import type { PushSubscription } from './drivers/driver.ts'

/** A browser as whoever uses it sees it. */
export interface SubscribedBrowser {
  id: number
  sessionId: string
  userAgent: string
  createdAt: Date
}

const place = (user: number) => `push ${user}`
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

interface Reading {
  registry: DocumentRegistry
  now: Date
}

/** Browsers of sessions that go on: `s` is the subscription, `x` its session. */
export const liveSubscriptions = ({ registry, now }: Reading) =>
  sql`pishkhan.push_subscriptions s join pishkhan.sessions x on x.id = s.session_id and x.ended_at is null and x.expires_at > ${now}
    and ${registry.entities.has('setting') ? usedLately('x', now) : sql`true`}`

interface Subscriber {
  user: number
  session: string
  userAgent: string
  now: Date
}

/** Stores where the browser of a session is told something. Of a browser, and of a session, the last one stands. */
export async function subscribe(
  trx: Trx,
  { secret }: { secret: string },
  { user, session, userAgent, now }: Subscriber,
  subscription: PushSubscription,
): Promise<void> {
  const hash = hashOf(subscription.endpoint)
  await sql`delete from pishkhan.push_subscriptions where endpoint_hash = ${hash} or session_id = ${session}::uuid`.execute(trx)
  const sealed = sealText(deriveKey(secret, 'push'), place(user), JSON.stringify(subscription))
  await sql`insert into pishkhan.push_subscriptions (user_id, session_id, endpoint_hash, sealed, user_agent, created_at)
    values (${user}, ${session}::uuid, ${hash}, ${sealed}, ${userAgent}, ${now})`.execute(trx)
}

export async function browsersOf({ trx, registry, now }: Reading & { trx: Trx }, user: number): Promise<SubscribedBrowser[]> {
  const { rows } = await sql<{ id: number; session_id: string; user_agent: string; created_at: Date | string }>`
    select s.id, s.session_id, s.user_agent, s.created_at from ${liveSubscriptions({ registry, now })}
    where s.user_id = ${user} order by s.id desc limit 200`.execute(trx)
  return rows.map((row) => ({
    id: Number(row.id),
    sessionId: row.session_id,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at),
  }))
}

/** Subscriptions by their ids; without those of sessions that have ended, and those that were sealed with another secret. */
export async function readSubscriptions(
  { trx, registry, config, now }: Reading & { trx: Trx; config: { secret: string } },
  ids: readonly number[],
): Promise<ReadonlyMap<number, PushSubscription>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; user_id: number; sealed: string }>`
    select s.id, s.user_id, s.sealed from ${liveSubscriptions({ registry, now })} where s.id = any(${[...ids]}::bigint[])`.execute(trx)
  return new Map(
    rows.flatMap(({ id, user_id: user, sealed }) => {
      const text = openText(deriveKey(config.secret, 'push'), place(Number(user)), sealed)
      return text === undefined ? [] : [[Number(id), JSON.parse(text) as PushSubscription]]
    }),
  )
}

/** Removes browsers of a user; answers how many there were. */
export async function removeBrowser(trx: Trx, user: number, id: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from pishkhan.push_subscriptions where user_id = ${user} and id = ${id}`.execute(trx)
  return Number(numAffectedRows)
}

/** Removes subscriptions that take nothing any more. */
export async function removeSubscriptions(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from pishkhan.push_subscriptions where id = any(${[...ids]}::bigint[])`.execute(trx)
}
