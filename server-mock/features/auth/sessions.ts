import { randomUUID } from 'node:crypto'
import type { SessionAnswer } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { administratorRole, developerRole, requiresFactor } from '#server/plugins/authentication.ts'
import { sessionLifeSeconds, signToken } from '#server/plugins/tokens.ts'
import { agentNames } from './agent-names.ts'
import { activeSince } from './second-factor/store.ts'

export interface SessionUser {
  id: number
  username: string
  name_full: string
  roles: readonly string[]
  preferences: { panel_locale: string | null; timezone: string | null }
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
  const hasFactor = (await activeSince(trx, user.id)) !== null
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
      // Who acts as somebody else has proved nothing about him.
      proved_at: impersonator ? null : now,
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
    two_fa: hasFactor,
    password_force_change: mustChangePassword,
    ...(!impersonator && !hasFactor && (await mustHaveFactor(trx, user.id)) && { second_factor_required: true }),
  }
}

/** Whether one of the roles of a user requires a second factor. */
export async function mustHaveFactor(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('data.user as user')
    .select(requiresFactor('user').as('required'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.required === true
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
export async function endOtherSessions(trx: Trx, userId: number, keepSessionId: string | null, reason: string, now: Date): Promise<number> {
  let update = trx
    .updateTable('pishkhan.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
    .where('ended_at', 'is', null)
  if (keepSessionId !== null) update = update.where('id', '!=', keepSessionId)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends what a user does as somebody else. */
export async function endImpersonationsOf(trx: Trx, userId: number, reason: string, now: Date) {
  const update = trx.updateTable('pishkhan.sessions').set({ ended_at: now, end_reason: reason })
  await update.where('impersonator_id', '=', userId).where('ended_at', 'is', null).execute()
}

/** A session as its user sees it in the list. */
export interface ListedSession {
  id: string
  current: boolean
  browser: string | null
  os: string | null
  ip: string | null
  created_at: string
  seen_at: string
  /** Name of who acts as this user in it. */
  impersonator: string | null
}

/** Sessions of a user that go on, the present one first, then those used last. */
export async function listSessions(trx: Trx, userId: number, currentId: string | null, now: Date): Promise<ListedSession[]> {
  const rows = await trx
    .selectFrom('pishkhan.sessions as session')
    .leftJoin('data.user as other', 'other.id', 'session.impersonator_id')
    .select(['session.id', 'session.ip', 'session.user_agent', 'session.created_at', 'session.seen_at', 'other.name_full'])
    .where('session.user_id', '=', userId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .orderBy('session.seen_at', 'desc')
    .limit(200)
    .execute()
  const sessions = rows.map((row): ListedSession => ({
    id: row.id,
    current: row.id === currentId,
    ...agentNames(row.user_agent ?? ''),
    ip: row.ip,
    created_at: new Date(row.created_at).toISOString(),
    seen_at: new Date(row.seen_at).toISOString(),
    impersonator: row.name_full,
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}

/** Whether a session that goes on is one of the user's. */
export async function isSessionOf(trx: Trx, userId: number, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('pishkhan.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes sessions that ended or expired long ago. */
export async function purgeOldSessions(trx: Trx, now: Date) {
  const before = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000)
  await trx.deleteFrom('pishkhan.sessions').where('expires_at', '<', before).execute()
}
