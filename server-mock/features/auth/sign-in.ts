import { createHash } from 'node:crypto'
import type { Database, Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import { findUserByLogin } from '#server/features/persons/store.ts'
import { countUse, purgeUses, tooManyRequests, type RateLimit } from '#server/plugins/rate-limit.ts'
import { readPasswordHash, verifyPassword } from './passwords.ts'
import { openSession, type SessionAnswer } from './sessions.ts'

export interface SignInAttempt {
  username: string
  password: string
  ip: string
  userAgent: string
  now: Date
  secret: string
}

const windowMs = 15 * 60 * 1000
/**
 * Failures in a quarter of an hour: of one name from one address, of one address in all, and of one name from anywhere.
 * The last is so high that whoever only knows a name does not keep its owner out from elsewhere.
 */
export const nameLimit = 8
export const addressLimit = 100
export const everywhereLimit = 200

/** Names are hashed: what somebody types there by mistake may be a password. */
const limitsOf = ({ username, ip }: SignInAttempt) => {
  const name = createHash('sha256').update(username.trim().toLowerCase()).digest('base64url')
  return {
    here: { key: `login:${ip}:${name}`, limit: nameLimit, windowMs },
    address: { key: `login:${ip}`, limit: addressLimit, windowMs },
    everywhere: { key: `login-name:${name}`, limit: everywhereLimit, windowMs },
  } satisfies Record<string, RateLimit>
}

/**
 * Signs in with a password. Counted before the password is looked at, so that many attempts at once are no way around
 * the limit. An unknown name takes as long as a wrong password and gets the same answer. Throws `login-failed` and
 * `too-many-requests`; either leaves a row in the login history.
 */
export async function signIn(database: Database, attempt: SignInAttempt): Promise<SessionAnswer> {
  const limits = limitsOf(attempt)
  const { waitMs, user, credentials } = await database.transaction(async (trx) => {
    const waitMs = await countUse(trx, Object.values(limits), attempt.now)
    if (waitMs > 0) await writeHistory(trx, attempt, null, 'too-many-requests')
    const user = waitMs > 0 ? undefined : await findUserByLogin(trx, attempt.username)
    return { waitMs, user, credentials: user && (await readPasswordHash(trx, user.id)) }
  })
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const isRight = await verifyPassword(credentials?.hash, attempt.password)
  const session = await database.transaction(async (trx) => {
    const reason = !user || !isRight ? 'login-failed' : user.blocked ? 'blocked' : null
    await writeHistory(trx, attempt, user?.id ?? null, reason)
    if (!user || reason !== null) return undefined
    // A success gives back what it counted, or an office behind one address would lock itself out.
    await purgeUses(trx, [limits.here.key, limits.everywhere.key])
    await trx
      .updateTable('pishkhan.rate_limits')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', limits.address.key)
      .where('count', '>', 0)
      .execute()
    return openSession(trx, user, { ...attempt, mustChangePassword: credentials!.forceChange })
  })
  // Who knows the password may know that the account is blocked.
  if (!session) throw new ApiError('login-failed', isRight ? { userMessage: { key: 'account_blocked' } } : {})
  return session
}

async function writeHistory(trx: Trx, { username, ip, userAgent, now }: SignInAttempt, userId: number | null, reason: string | null) {
  await trx
    .insertInto('pishkhan.login_history')
    .values({
      at: now,
      user_id: userId,
      username: userId === null ? '' : username.slice(0, 120),
      success: reason === null,
      reason,
      ip,
      user_agent: userAgent,
    })
    .execute()
}
