import { randomUUID } from 'node:crypto'
import type { Trx } from '#server/database/database.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { sessionLifeSeconds, signToken } from '#server/plugins/tokens.ts'

export interface SessionUser {
  id: number
  username: string
  name_full: string
  roles: readonly string[]
  preferences: { panel_locale: string | null; timezone: string | null }
}

/** What signing in and impersonating answer. */
export interface SessionAnswer {
  token: string
  user: { id: number; username: string; name_full: string }
  preferences: SessionUser['preferences']
  two_fa: boolean
  password_force_change: boolean
}

export interface SessionOptions {
  secret: string
  now: Date
  ip: string
  userAgent: string
  impersonator?: { userId: number; sessionId: string }
  mustChangePassword: boolean
}

/** Opens a session of 7 days and signs its first token. */
export async function openSession(
  trx: Trx,
  user: SessionUser,
  { secret, now, ip, userAgent, impersonator, mustChangePassword }: SessionOptions,
): Promise<SessionAnswer> {
  const sid = randomUUID()
  const ends = new Date(now.getTime() + sessionLifeSeconds * 1000)
  await trx
    .insertInto('pishkhan.sessions')
    .values({
      id: sid,
      user_id: user.id,
      impersonator_id: impersonator?.userId ?? null,
      impersonator_session: impersonator?.sessionId ?? null,
      created_at: now,
      seen_at: now,
      expires_at: ends,
      ip,
      user_agent: userAgent,
    })
    .execute()
  const token = await signToken(
    {
      sub: user.id,
      sid,
      roles: user.roles,
      is_admin: user.roles.includes(administratorRole),
      is_developer: user.roles.includes(developerRole),
    },
    secret,
    now,
    ends,
  )
  return {
    token,
    user: { id: user.id, username: user.username, name_full: user.name_full },
    preferences: user.preferences,
    two_fa: false,
    password_force_change: mustChangePassword,
  }
}

/** Ends a session together with its impersonations: the session that began it, and those that it began. */
export async function endSession(trx: Trx, sessionId: string, reason: string, now: Date) {
  await trx
    .updateTable('pishkhan.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', sessionId),
        eb('impersonator_session', '=', sessionId),
        eb('id', 'in', selectFrom('pishkhan.sessions').select('impersonator_session').where('id', '=', sessionId)),
      ]),
    )
    .execute()
}

/** Ends an impersonation alone; false when the session is none. */
export async function endImpersonation(trx: Trx, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pishkhan.sessions')
    .set({ ended_at: now, end_reason: 'impersonation-left' })
    .where('id', '=', sessionId)
    .where('impersonator_id', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends all sessions of a user except the one named, and all impersonations that he began. */
export async function endOtherSessions(trx: Trx, userId: number, keepSessionId: string | null, reason: string, now: Date) {
  let update = trx
    .updateTable('pishkhan.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
    .where('ended_at', 'is', null)
  if (keepSessionId !== null) update = update.where('id', '!=', keepSessionId)
  await update.execute()
}

/** Ends what a user does as somebody else. */
export async function endImpersonationsOf(trx: Trx, userId: number, reason: string, now: Date) {
  const update = trx.updateTable('pishkhan.sessions').set({ ended_at: now, end_reason: reason })
  await update.where('impersonator_id', '=', userId).where('ended_at', 'is', null).execute()
}

/** Removes sessions that ended or expired long ago. */
export async function purgeOldSessions(trx: Trx, now: Date) {
  const before = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000)
  await trx.deleteFrom('pishkhan.sessions').where('expires_at', '<', before).execute()
}
