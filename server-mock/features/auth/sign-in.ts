import { createHash } from 'node:crypto'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import type { SignInAnswer } from '#schemas/types/contract.d.ts'
import type { Config } from '#server/config.ts'
import type { Database, Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { UnmanagedContext } from '#server/feature.ts'
import { findUserByLogin, readUser, type StoredUser } from '#server/features/persons/store.ts'
import { seedRecords } from '#server/model/model.ts'
import { countAttempt, purgeUses, takeBackAttempt, tooManyRequests, type AttemptLimit } from '#server/plugins/rate-limit.ts'
import { agentNames } from './agent-names.ts'
import { accountLimit, clientLimit, everywhereLimit } from './attempt-limits.ts'
import { challengeAnswer } from './challenge-answer.ts'
import { factorLifeSeconds, openChallenge, tryChallenge, useUp } from './challenges.ts'
import { isNewDevice, tellOwner } from './notices.ts'
import { readPasswordHash, verifyPassword } from './passwords.ts'
import { activeSince, consumeFactor } from './second-factor/store.ts'
import { openSession } from './sessions.ts'

/** From where somebody signs in, and in what language he is answered. */
export interface SignInClient {
  ip: string
  userAgent: string
  now: Date
  secret: string
  registry: DocumentRegistry
  locale: string
  config: Config
  wakeTasks: () => void
}

/** Who calls, as signing in takes him. */
export const clientOfCall = ({
  ip,
  userAgent,
  now,
  config,
  registry,
  caller,
  wakeTasks,
}: Pick<UnmanagedContext, 'ip' | 'userAgent' | 'now' | 'config' | 'registry' | 'caller' | 'wakeTasks'>): SignInClient => ({
  ip,
  userAgent,
  now,
  secret: config.secret,
  registry,
  locale: caller.locale,
  config,
  wakeTasks,
})

/** What somebody signed in with. */
export type SignInMethod = 'password' | 'code' | 'provider' | 'passkey'

export interface SignInAttempt extends SignInClient {
  username: string
  password: string
}

/**
 * Both limits are those of the client: nobody keeps the owner of an account out from elsewhere. An account is counted as one, however
 * its name is written; what somebody typed that is no account is hashed, since it may be a password.
 */
function limitsOf({ username, ip }: SignInAttempt, userId: number | undefined): { account: AttemptLimit; client: AttemptLimit } {
  return { account: accountLimit('login', ip, userId ?? hashOfName(username)), client: clientLimit('login', ip) }
}

/**
 * Signs in with a password. Counted before the password is looked at, so that many attempts at once are no way around
 * the limit. An unknown name takes as long as a wrong password and gets the same answer. Throws `login-failed` and
 * `too-many-requests`; either leaves a row in the login history.
 */
export async function signIn(database: Database, attempt: SignInAttempt): Promise<SignInAnswer> {
  const { waitMs, user, credentials, limits } = await database.transaction(async (trx) => {
    const user = await findUserByLogin(trx, attempt.username)
    const limits = limitsOf(attempt, user?.id)
    const waitMs = await countAttempt(trx, Object.values(limits), attempt.now)
    if (waitMs > 0) await writeHistory(trx, attempt, user?.id ?? null, 'too-many-requests', 'password')
    return { waitMs, user, limits, credentials: user && waitMs === 0 ? await readPasswordHash(trx, user.id) : undefined }
  })
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const isRight = await verifyPassword(credentials?.hash, attempt.password)
  const answer = await database.transaction(async (trx) => {
    const reason = !user || !isRight ? 'login-failed' : user.blocked ? 'blocked' : null
    if (!user || reason !== null) {
      await writeHistory(trx, attempt, user?.id ?? null, reason, 'password')
      return undefined
    }
    // A success gives back what it counted, or an office behind one address would have to wait.
    await purgeUses(trx, [limits.account.key])
    await takeBackAttempt(trx, limits.client.key)
    return beginSession(trx, user, attempt, { method: 'password' })
  })
  // Who knows the password may know that the account is blocked.
  if (!answer) throw new ApiError('login-failed', isRight ? { userMessage: { key: 'account_blocked' } } : {})
  return answer
}

/** What somebody typed to sign in, as a key that says nothing of it. */
export function hashOfName(username: string): string {
  const typed = toLatinDigits(username.normalize('NFKC')).toLowerCase().replace(/\s+/g, '')
  return createHash('sha256')
    .update(internationalMobile(typed) ?? typed)
    .digest('base64url')
}

/**
 * After the first factor: the session, or the step that is left where the user has a second factor.
 * `proved`: the second factor was the last step, or what he signed in with stands for both.
 */
export async function beginSession(
  trx: Trx,
  user: StoredUser,
  attempt: SignInClient,
  { method, proved = false }: { method: SignInMethod; proved?: boolean },
): Promise<SignInAnswer> {
  const { registry, locale, secret, now } = attempt
  if (!proved && (await activeSince(trx, user.id)) !== null) {
    const opened = await openChallenge(
      trx,
      { purpose: 'sign-in', method: 'authenticator', userId: user.id, data: { method }, lifeSeconds: factorLifeSeconds },
      attempt,
    )
    return challengeAnswer(registry, locale, opened, { method: 'authenticator', form: 'second-factor', now })
  }
  if (await isNewDevice({ trx }, user.id, attempt.userAgent))
    await tellOwner({ ...attempt, trx }, 'new-device', { ...attempt, user: user.id, isOwn: true })
  await writeHistory(trx, attempt, user.id, null, method)
  const credentials = await readPasswordHash(trx, user.id)
  return openSession(trx, user, { ...attempt, secret, mustChangePassword: credentials?.forceChange ?? false })
}

/** Finishes a sign-in with a code of the second factor. @throws `challenge-ended`, `code-refused`, `too-many-requests` */
export async function finishSignIn(
  database: Database,
  { challenge, code }: { challenge: string; code: string },
  attempt: SignInClient,
): Promise<SignInAnswer> {
  const { ip, userAgent, now, secret } = attempt
  const outcome = await database.transaction(async (trx) => {
    const tried = await tryChallenge(trx, { challenge, purpose: 'sign-in' }, attempt)
    if (!tried || tried.method !== 'authenticator' || tried.userId === null) return new ApiError('challenge-ended')
    const { userId } = tried
    const method = (tried.data.method ?? 'password') as SignInMethod
    const limits = factorLimits(ip, userId)
    const waitMs = await countAttempt(trx, limits, now)
    if (waitMs > 0) {
      await writeHistory(trx, attempt, userId, 'too-many-requests', method)
      return tooManyRequests(waitMs)
    }
    const user = await readUser(trx, userId)
    if (!user || user.blocked) return new ApiError('challenge-ended')
    const used = await consumeFactor({ trx, userId, secret, now }, code, { ip, agent: userAgent })
    if (!used) {
      await writeHistory(trx, attempt, userId, 'code-refused', method)
      return new ApiError('code-refused')
    }
    if (!(await useUp(trx, challenge, now))) return new ApiError('challenge-ended')
    await purgeUses(
      trx,
      limits.map(({ key }) => key),
    )
    return beginSession(trx, user, attempt, { method, proved: true })
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/** Limits of the codes of one account: of a client, and of all together. */
export const factorLimits = (ip: string, userId: number): AttemptLimit[] => [
  accountLimit('factor', ip, userId),
  everywhereLimit('factor', userId),
]

export async function writeHistory(
  trx: Trx,
  { registry, ip, userAgent, now }: SignInClient,
  userId: number | null,
  reason: string | null,
  method: SignInMethod,
) {
  const status = reason === null ? 'successful' : 'unsuccessful'
  const entry = { user_id: userId, status, reason, method, ip, agent: userAgent, ...agentNames(userAgent), created_at: now.toISOString() }
  await seedRecords(trx, registry, 'login_entry', [entry])
}
