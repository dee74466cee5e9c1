import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Identity } from './authentication.ts'

/** How exactly the list of sessions says when one was used last. */
const seenEveryMs = 5 * 60_000

/** How often the use of a session is written: more often where sessions end that are not used. */
const intervalMs = (idleLimitMs: number | null) => Math.min(seenEveryMs, (idleLimitMs ?? Infinity) / 20)

/** Notes that a session is in use, and with it the one from which an administrator acts as somebody else. */
export async function noteSeen(database: Database, { sessionId, seenAt, idleLimitMs }: Identity, now: Date): Promise<void> {
  if (now.getTime() - seenAt.getTime() < intervalMs(idleLimitMs)) return
  await database.transaction(async (trx) => {
    await trx
      .updateTable('pishkhan.sessions')
      .set({ seen_at: now })
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('id', '=', sessionId),
          eb('id', 'in', selectFrom('pishkhan.sessions').select('impersonator_session').where('id', '=', sessionId)),
        ]),
      )
      .where('seen_at', '<', now)
      .execute()
  })
}

/** Whether a session was not used for as long as the setting says, and as exactly as its use is written. */
export const isIdle = ({ seenAt, idleLimitMs }: Identity, now: Date): boolean =>
  idleLimitMs !== null && now.getTime() - seenAt.getTime() > idleLimitMs + intervalMs(idleLimitMs)

/** That a session is not idle, as a condition on it, by the setting of the site. */
export const usedLately = (session: string, now: Date) => sql<boolean>`coalesce((
  select limits.seconds = 0 or ${sql.ref(`${session}.seen_at`)} >=
    ${now}::timestamptz - make_interval(secs => limits.seconds + least(${seenEveryMs / 1000}, limits.seconds / 20))
  from (select case when value ~ '^[0-9]+([.][0-9]+)?$' then value::double precision * 60 end as seconds
    from data.setting where key = 'idle_minutes' limit 1) as limits), true)`

/** Ends a session that was not used, so that it stays ended whatever becomes of the setting. */
export async function endIdle(database: Database, sessionId: string, now: Date): Promise<void> {
  await database.transaction(async (trx) => {
    const update = trx.updateTable('pishkhan.sessions').set({ ended_at: now, end_reason: 'idle' })
    await update.where('id', '=', sessionId).where('ended_at', 'is', null).execute()
  })
}
