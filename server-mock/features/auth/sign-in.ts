import { createHash } from 'node:crypto'
import type { Database, Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import { findUserByLogin } from '#server/features/persons/store.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import { seedRecords } from '#server/model/model.ts'
import { clientOf } from '#server/plugins/client-address.ts'
import { countAttempt, purgeUses, takeBackAttempt, tooManyRequests, type AttemptLimit } from '#server/plugins/rate-limit.ts'
import { agentNames } from './agent-names.ts'
import { readPasswordHash, verifyPassword } from './passwords.ts'
import { openSession, type SessionAnswer } from './sessions.ts'

export interface SignInAttempt {
  username: string
  password: string
  ip: string
  userAgent: string
  now: Date
  secret: string
  registry: DocumentRegistry
}

const minuteMs = 60_000
/** Attempts at one account from one client before each costs the next one a wait: 5 s, then twice as long each time, at most 15 min. */
export const freeAttempts = 5
/** The same at all accounts together; an office has one address. */
export const freeClientAttempts = 100

/**
 * Both limits are those of the client: nobody keeps the owner of an account out from elsewhere. An account is counted as one, however
 * its name is written; what somebody typed that is no account is hashed, since it may be a password.
 */
function limitsOf({ username, ip }: SignInAttempt, userId: number | undefined): { account: AttemptLimit; client: AttemptLimit } {
  const client = clientOf(ip)
  const typed = toLatinDigits(username.normalize('NFKC')).toLowerCase().replace(/\s+/g, '')
  const account =
    userId ??
    createHash('sha256')
      .update(internationalMobile(typed) ?? typed)
      .digest('base64url')
  return {
    account: {
      key: `login:${client}:${account}`,
      free: freeAttempts,
      firstWaitMs: 5000,
      maxWaitMs: 15 * minuteMs,
      forgetMs: 24 * 60 * minuteMs,
    },
    client: { key: `login:${client}`, free: freeClientAttempts, firstWaitMs: 1000, maxWaitMs: minuteMs, forgetMs: 15 * minuteMs },
  }
}

/**
 * Signs in with a password. Counted before the password is looked at, so that many attempts at once are no way around
 * the limit. An unknown name takes as long as a wrong password and gets the same answer. Throws `login-failed` and
 * `too-many-requests`; either leaves a row in the login history.
 */
export async function signIn(database: Database, attempt: SignInAttempt): Promise<SessionAnswer> {
  const { waitMs, user, credentials, limits } = await database.transaction(async (trx) => {
    const user = await findUserByLogin(trx, attempt.username)
    const limits = limitsOf(attempt, user?.id)
    const waitMs = await countAttempt(trx, Object.values(limits), attempt.now)
    if (waitMs > 0) await writeHistory(trx, attempt, null, 'too-many-requests')
    return { waitMs, user, limits, credentials: user && waitMs === 0 ? await readPasswordHash(trx, user.id) : undefined }
  })
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const isRight = await verifyPassword(credentials?.hash, attempt.password)
  const session = await database.transaction(async (trx) => {
    const reason = !user || !isRight ? 'login-failed' : user.blocked ? 'blocked' : null
    await writeHistory(trx, attempt, user?.id ?? null, reason)
    if (!user || reason !== null) return undefined
    // A success gives back what it counted, or an office behind one address would have to wait.
    await purgeUses(trx, [limits.account.key])
    await takeBackAttempt(trx, limits.client.key)
    return openSession(trx, user, { ...attempt, mustChangePassword: credentials!.forceChange })
  })
  // Who knows the password may know that the account is blocked.
  if (!session) throw new ApiError('login-failed', isRight ? { userMessage: { key: 'account_blocked' } } : {})
  return session
}

async function writeHistory(trx: Trx, { registry, ip, userAgent, now }: SignInAttempt, userId: number | null, reason: string | null) {
  const status = reason === null ? 'successful' : 'unsuccessful'
  const entry = { user_id: userId, status, reason, ip, agent: userAgent, ...agentNames(userAgent), created_at: now.toISOString() }
  await seedRecords(trx, registry, 'login_entry', [entry])
}
