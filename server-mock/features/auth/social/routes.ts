import { ApiError, validationError } from '#server/errors.ts'
import type { Handler, Handlers, UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { readUser } from '#server/features/persons/store.ts'
import { writeAudit } from '#server/model/model.ts'
import { countAttempt, takeBackAttempt, tooManyRequests } from '#server/plugins/rate-limit.ts'
import type { SignInProvider } from '#server/sign-in-providers.ts'
import { clientLimit } from '#server/features/auth/attempt-limits.ts'
import { openChallenge, tryChallenge, useUp } from '#server/features/auth/challenges.ts'
import { requireProof } from '#server/features/auth/proof.ts'
import { beginSession, clientOfCall, writeHistory } from '#server/features/auth/sign-in.ts'
import { accountOf, visitAddress, type ProviderAccount } from './provider-flow.ts'
import { linkAccount, linkedAccounts, noteUse, unlinkAccount, userOf } from './store.ts'

/** So long somebody may take at a provider. */
const visitLifeSeconds = 10 * 60

type Called = Pick<UnmanagedContext, 'database' | 'config' | 'registry' | 'caller' | 'ip' | 'userAgent' | 'now' | 'wakeTasks'>

const say = ({ registry, caller }: Pick<Called, 'registry' | 'caller'>, key: string, values?: Record<string, unknown>): string =>
  registry.message('auth', caller.locale, key, values)

function providerNamed(context: Called, name: string): { provider: SignInProvider; siteOrigin: string } {
  const { signInProviders, siteOrigin } = context.config
  const provider = signInProviders.find((each) => each.name === name)
  if (!provider || siteOrigin === undefined) throw validationError({ provider: [say(context, 'social_unknown', { provider: name })] })
  return { provider, siteOrigin }
}

/** @throws `too-many-requests` */
async function countVisit({ database, ip, now }: Called): Promise<string> {
  const limit = clientLimit('social', ip)
  const waitMs = await database.transaction((trx) => countAttempt(trx, [limit], now))
  if (waitMs > 0) throw tooManyRequests(waitMs)
  return limit.key
}

/** Opens a visit to a provider: of somebody who signs in, or of the session that links an account. */
async function startVisit(context: Called, name: string, owner: { userId: number; sessionId: string } | null) {
  const { config, database, now } = context
  const { provider, siteOrigin } = providerNamed(context, name)
  await countVisit(context)
  const opened = await database.transaction((trx) =>
    openChallenge(
      trx,
      {
        purpose: 'provider',
        method: 'none',
        userId: owner?.userId ?? null,
        data: { provider: name, session: owner?.sessionId ?? null },
        lifeSeconds: visitLifeSeconds,
      },
      { secret: config.secret, now },
    ),
  )
  const url = await visitAddress({ provider, siteOrigin, secret: config.secret, challenge: opened.challenge, now })
  return { results: { url, challenge: opened.challenge, expires_at: opened.expiresAt.toISOString() } }
}

interface Returned {
  provider: string
  challenge?: string
  code?: string
  state?: string
  iss?: string
  error?: string
}

/** Ends a visit, which is good once, and asks the provider who came back. @throws `challenge-ended`, `login-failed`, `upstream-failed` */
async function endVisit(context: Called, returned: Returned, sessionId: string | null): Promise<ProviderAccount> {
  const { config, database, now } = context
  const { provider, siteOrigin } = providerNamed(context, returned.provider)
  const { challenge, code, state, iss, error } = returned
  if (!challenge) throw validationError({ challenge: [{ key: 'rules.required' }] })
  const isOpen = await database.transaction(async (trx) => {
    const tried = await tryChallenge(trx, { challenge, purpose: 'provider' }, { secret: config.secret, now })
    if (!tried || !(await useUp(trx, challenge, now))) return false
    return tried.data.provider === returned.provider && tried.data.session === sessionId
  })
  if (!isOpen) throw new ApiError('challenge-ended')
  if (error) throw new ApiError('login-failed', { userMessage: say(context, 'social_cancelled', { provider: provider.title }) })
  if (!code || !state) throw validationError({ [code ? 'state' : 'code']: [{ key: 'rules.required' }] })
  try {
    return await accountOf({ provider, siteOrigin, secret: config.secret, challenge, now }, { code, state, iss })
  } catch (fault) {
    if (sessionId === null) await database.transaction((trx) => writeHistory(trx, clientOfCall(context), null, 'login-failed', 'provider'))
    throw fault
  }
}

const start: UnmanagedHandler<'social-login-start'> = { unmanaged: (context) => startVisit(context, context.payload.provider, null) }

const login: UnmanagedHandler<'social-login'> = {
  unmanaged: async (context) => {
    const { database, payload, now } = context
    const counted = await countVisit(context)
    const { provider } = providerNamed(context, payload.provider)
    const account = await endVisit(context, payload, null)
    const client = clientOfCall(context)
    const outcome = await database.transaction(async (trx) => {
      const userId = await userOf(trx, account)
      const user = userId === undefined ? undefined : await readUser(trx, userId)
      if (!user || user.blocked) {
        await writeHistory(trx, client, user?.id ?? null, user ? 'blocked' : 'login-failed', 'provider')
        const text = user ? say(context, 'account_blocked') : say(context, 'social_unlinked', { provider: provider.title })
        return new ApiError('login-failed', { userMessage: text })
      }
      await noteUse(trx, account, now)
      await takeBackAttempt(trx, counted)
      return beginSession(trx, user, client, { method: 'provider' })
    })
    if (outcome instanceof ApiError) throw outcome
    return { results: outcome }
  },
}

const startLink: UnmanagedHandler<'social-link-start'> = {
  unmanaged: async (context) => {
    requireProof(context)
    const { user, sessionId } = context.caller
    return startVisit(context, context.payload.provider, { userId: user!.id, sessionId: sessionId! })
  },
}

const link: UnmanagedHandler<'social-link'> = {
  unmanaged: async (context) => {
    const { database, caller, payload, now } = context
    requireProof(context)
    const { provider } = providerNamed(context, payload.provider)
    const account = await endVisit(context, payload, caller.sessionId)
    const userId = caller.user!.id
    const owner = await database.transaction(async (trx) => {
      if (!(await linkAccount(trx, { userId, provider: provider.name, account, now }))) return userOf(trx, account)
      await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'social-link' })
      return userId
    })
    if (owner !== userId)
      throw new ApiError('precondition-failed', { userMessage: say(context, 'social_taken', { provider: provider.title }) })
    return { results: { linked: true } }
  },
}

const list: Handler<'social-accounts'> = async ({ trx, caller, config }) => {
  const accounts = await linkedAccounts(trx, caller.user!.id)
  const titleOf = (name: string) => config.signInProviders.find((each) => each.name === name)?.title ?? name
  return {
    results: {
      accounts: accounts.map((account) => ({ ...account, title: titleOf(account.provider) })),
      providers: config.signInProviders.map(({ name, title }) => ({ name, title })),
    },
  }
}

const unlink: Handler<'social-unlink'> = async (context) => {
  const { trx, caller, params, now } = context
  requireProof(context)
  if (!(await unlinkAccount(trx, caller.user!.id, params.id))) throw new ApiError('not-found')
  await writeAudit({ trx, caller, now }, { entity: 'user', recordId: caller.user!.id, action: 'social-unlink' })
  return { results: { unlinked: 1 } }
}

export const socialCalls: Handlers = {
  'social-login-start': start,
  'social-login': login,
  'social-link-start': startLink,
  'social-link': link,
  'social-accounts': list,
  'social-unlink': unlink,
}
