import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import { readRoles } from '#server/publishing/read-roles.ts'

/** For whom a version is tried, as a call says it. */
export type SentAudience = { role: string } | { users: readonly string[] } | { share: number }

/** The same, as a trial stores it. */
export interface StoredAudience {
  audience: 'role' | 'user' | 'share'
  role: string | null
  /** Ids. */
  users: number[] | null
  usernames: string | null
  /** Percent. */
  share: number | null
}

/** Whoever may be in a trial. */
export interface Person {
  user: { id: number }
  roles: readonly string[]
}

const places = 10_000

/** Where a user stands between 0 and 9,999, the same in each trial of a module: a larger share only adds people. */
function placeOf(module: string, userId: number): number {
  return createHash('sha256').update(`${module}:${userId}`).digest().readUInt32BE(0) % places
}

export function isInAudience({ module, ...stored }: { module: string } & StoredAudience, { user, roles }: Person): boolean {
  if (stored.audience === 'role') return stored.role !== null && roles.includes(stored.role)
  if (stored.audience === 'user') return stored.users?.includes(user.id) === true
  return placeOf(module, user.id) < (stored.share ?? 0) * (places / 100)
}

const nobody: StoredAudience = { audience: 'role', role: null, users: null, usernames: null, share: null }

/** @throws a 422 on `trial` for a role or users that there are none of, and for a share that is none. */
export async function readAudience(trx: Trx, sent: SentAudience): Promise<StoredAudience> {
  if ('role' in sent) {
    const roles = await readRoles(trx)
    if (!roles?.includes(sent.role)) throw refusal('trial_no_role', { role: sent.role, roles: (roles ?? []).join(', ') })
    return { ...nobody, role: sent.role }
  }
  if ('share' in sent) {
    if (!Number.isInteger(sent.share) || sent.share < 1 || sent.share > 100) throw refusal('trial_no_share', { share: String(sent.share) })
    return { ...nobody, audience: 'share', share: sent.share }
  }
  const names = [...new Set(sent.users)]
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from data."user" where deleted_at is null and username = any(${names}::text[]) order by id`.execute(trx)
  const missing = names.filter((name) => !rows.some(({ username }) => username === name))
  if (missing.length > 0) throw refusal('trial_no_user', { users: missing.join(', ') })
  return {
    ...nobody,
    audience: 'user',
    users: rows.map(({ id }) => Number(id)),
    usernames: rows.map(({ username }) => username).join(', '),
  }
}

/** A refusal of a trial, said at `trial`. */
export const refusal = (key: string, values: Record<string, unknown> = {}): ApiError =>
  new ApiError('422', { errors: { trial: [{ key, values }] }, userMessage: { key, values } })
