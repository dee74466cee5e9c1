import { lockName } from '#server/database/lock-name.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers, UnmanagedHandler } from '#server/feature.ts'
import { agentNames } from '#server/features/auth/agent-names.ts'
import { clientLimit } from '#server/features/auth/attempt-limits.ts'
import { tellOwner } from '#server/features/auth/notices.ts'
import { openChallenge, tryChallenge, useUp } from '#server/features/auth/challenges.ts'
import { requireProof } from '#server/features/auth/proof.ts'
import { beginSession, clientOfCall, writeHistory } from '#server/features/auth/sign-in.ts'
import { readUser } from '#server/features/persons/store.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { writeAudit } from '#server/model/model.ts'
import { clientOf } from '#server/plugins/client-address.ts'
import { countAttempt, countUse, takeBackAttempt, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { challengeBytes, relyingParty, userHandle, type RelyingParty } from './relying-party.ts'
import { addPasskey, credentialsOf, holdPasskey, notePasskeyUse, passkeysOf, removePasskey, renamePasskey } from './store.ts'
import { assertedCounter, library, registeredKey } from './verify.ts'

/** Passkeys of one person. */
export const mostPasskeys = 20
/** So long an attempt may take: a sign-in page may be open for a while before somebody chooses a passkey. */
const attemptLifeSeconds = 10 * 60
const timeoutMs = 2 * 60_000

type Called = Pick<CallContext, 'registry' | 'caller' | 'config' | 'origin'>

const say = ({ registry, caller }: Called, key: string, values?: Record<string, unknown>): string =>
  registry.message('auth', caller.locale, key, values)

const refusal = (context: Called, key: string, values?: Record<string, unknown>): ApiError =>
  new ApiError('precondition-failed', { userMessage: say(context, key, values) })

function requireSite(context: Called): RelyingParty {
  const site = relyingParty(context)
  if (!site) throw refusal(context, 'passkey_no_site')
  return site
}

/** Begins a sign-in. Any passkey of this site will do: who it is, the passkey says. */
const startLogin: UnmanagedHandler<'passkey-login-start'> = {
  unmanaged: async (context) => {
    const { database, config, ip, now } = context
    const site = requireSite(context)
    const limit = { key: `passkey-start:${clientOf(ip)}`, limit: 600, windowMs: 15 * 60_000 }
    const opened = await database.transaction(async (trx) => {
      const waitMs = await countUse(trx, [limit], now)
      if (waitMs > 0) return tooManyRequests(waitMs)
      const attempt = { purpose: 'passkey', method: 'none', userId: null, data: {}, lifeSeconds: attemptLifeSeconds } as const
      return openChallenge(trx, attempt, { secret: config.secret, now })
    })
    if (opened instanceof ApiError) throw opened
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      challenge: Uint8Array.from(challengeBytes(config.secret, opened.challenge)),
      userVerification: 'required',
      timeout: timeoutMs,
    })
    return { results: { challenge: opened.challenge, options: { ...options } } }
  },
  ownRepeats: true,
}

/** Signs in. The device has asked who its user is, so that a passkey stands for both factors. */
const login: UnmanagedHandler<'passkey-login'> = {
  unmanaged: async (context) => {
    const { database, payload, config, ip, now } = context
    const { challenge, response } = payload
    const site = requireSite(context)
    const client = clientOfCall(context)
    const limit = clientLimit('passkey', ip)
    const outcome = await database.transaction(async (trx) => {
      const waitMs = await countAttempt(trx, [limit], now)
      if (waitMs > 0) return tooManyRequests(waitMs)
      const tried = await tryChallenge(trx, { challenge, purpose: 'passkey' }, client)
      if (!tried || !(await useUp(trx, challenge, now))) return new ApiError('challenge-ended')
      const refuse = async (userId: number | null, reason: string, key: string) => {
        await writeHistory(trx, client, userId, reason, 'passkey')
        return new ApiError('login-failed', { userMessage: say(context, key) })
      }
      const passkey = typeof response.id === 'string' ? await holdPasskey(trx, response.id) : undefined
      if (!passkey) return refuse(null, 'login-failed', 'passkey_unknown')
      const counter = await assertedCounter(response, passkey, { site, challenge: challengeBytes(config.secret, challenge) })
      if (counter === undefined) return refuse(passkey.userId, 'login-failed', 'passkey_refused')
      const user = await readUser(trx, passkey.userId)
      if (!user || user.blocked) return refuse(passkey.userId, 'blocked', user ? 'account_blocked' : 'passkey_unknown')
      await notePasskeyUse(trx, passkey.id, counter, now)
      await takeBackAttempt(trx, limit.key)
      return beginSession(trx, user, client, { method: 'passkey', proved: true })
    })
    if (outcome instanceof ApiError) throw outcome
    return { results: outcome }
  },
  ownRepeats: true,
}

const list: Handler<'passkeys'> = async (context) => ({
  results: {
    passkeys: await passkeysOf(context.trx, context.caller.user!.id),
    available: relyingParty(context) !== undefined,
    most: mostPasskeys,
  },
})

async function requireRoom(context: Called & Pick<CallContext, 'trx'>, userId: number) {
  const credentials = await credentialsOf(context.trx, userId)
  if (credentials.length >= mostPasskeys) throw refusal(context, 'passkey_limit', { most: mostPasskeys })
  return credentials
}

const startAdd: Handler<'passkey-add-start'> = async (context) => {
  const { trx, caller, config, now } = context
  requireProof(context)
  const site = requireSite(context)
  const { id: userId, username, name_full: name } = caller.user!
  const credentials = await requireRoom(context, userId)
  const attempt = {
    purpose: 'passkey-new',
    method: 'none',
    userId,
    data: { session: caller.sessionId },
    lifeSeconds: attemptLifeSeconds,
  } as const
  const { challenge } = await openChallenge(trx, attempt, { secret: config.secret, now })
  const { site_title: title } = await readSiteSettings(context)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: typeof title === 'string' && title !== '' ? title : site.id,
    rpID: site.id,
    userName: username,
    userDisplayName: name,
    userID: Uint8Array.from(userHandle(config.secret, userId)),
    challenge: Uint8Array.from(challengeBytes(config.secret, challenge)),
    attestationType: 'none',
    excludeCredentials: credentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: timeoutMs,
  })
  return { results: { challenge, options: { ...options } } }
}

const add: UnmanagedHandler<'passkey-add'> = {
  unmanaged: async (context) => {
    const { database, payload, caller, config, userAgent, now } = context
    requireProof(context)
    const site = requireSite(context)
    const { challenge, response } = payload
    const userId = caller.user!.id
    const { browser, os } = agentNames(userAgent)
    const name = payload.name?.trim() || [browser, os].filter(Boolean).join(' – ') || site.id
    const outcome = await database.transaction(async (trx) => {
      const tried = await tryChallenge(trx, { challenge, purpose: 'passkey-new' }, { secret: config.secret, now })
      const isOwn = tried?.userId === userId && tried.data.session === caller.sessionId
      if (!isOwn || !(await useUp(trx, challenge, now))) return new ApiError('challenge-ended')
      const key = await registeredKey(response, { site, challenge: challengeBytes(config.secret, challenge) })
      if (!key) return refusal(context, 'passkey_refused')
      await lockName(trx, `passkeys ${userId}`)
      await requireRoom({ ...context, trx }, userId)
      const handle = userHandle(config.secret, userId).toString('base64url')
      if (!(await addPasskey(trx, { ...key, userId, rpId: site.id, userHandle: handle, name, now })))
        return refusal(context, 'passkey_taken')
      await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'passkey-add' })
      await tellOwner({ ...context, trx }, 'passkey-added', { ...context, user: userId, isOwn: true, passkey: name })
      return { results: { name } }
    })
    if (outcome instanceof ApiError) throw outcome
    return outcome
  },
  ownRepeats: true,
}

/** Removes a passkey and tells its owner. The password is always left as a way to sign in. @throws `not-found` */
async function removeFrom(context: CallContext, userId: number, id: number) {
  const { trx, caller, now } = context
  const name = await removePasskey(trx, userId, id)
  if (name === undefined) throw new ApiError('not-found')
  const isOwn = userId === caller.user!.id
  await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'passkey-remove', before: { name } })
  await tellOwner(context, 'passkey-removed', { ...context, user: userId, isOwn, passkey: name })
  return { results: { removed: 1 } }
}

const remove: Handler<'passkey-remove'> = async (context) => {
  requireProof(context)
  return removeFrom(context, context.caller.user!.id, context.params.id)
}

/** A name says which device it is, and opens nothing: no confirmation is asked for. */
const rename: Handler<'passkey-rename'> = async (context) => {
  const { trx, caller, payload, now } = context
  if (caller.impersonatorId) throw new ApiError('permission-denied')
  const userId = caller.user!.id
  const name = payload.name.trim()
  const before = await renamePasskey(trx, userId, payload.id, name)
  if (before === undefined) throw new ApiError('not-found')
  if (before !== name)
    await writeAudit(
      { trx, caller, now },
      { entity: 'user', recordId: userId, action: 'passkey-rename', before: { name: before }, after: { name } },
    )
  return { results: { name } }
}

/** The user whose passkeys an administrator sees and removes. @throws `permission-denied`, `not-found` */
async function otherUser({ trx, caller }: CallContext, id: number): Promise<number> {
  if (!caller.isAdmin || caller.impersonatorId) throw new ApiError('permission-denied')
  if (!(await readUser(trx, id))) throw new ApiError('not-found')
  return id
}

const listOfUser: Handler<'user-passkeys'> = async (context) => ({
  results: { passkeys: await passkeysOf(context.trx, await otherUser(context, context.params.id)) },
})

const removeOfUser: Handler<'user-passkey-remove'> = async (context) => {
  const { id, passkey } = context.params
  const userId = await otherUser(context, id)
  requireProof(context)
  return removeFrom(context, userId, passkey)
}

export const passkeyCalls: Handlers = {
  'passkey-login-start': startLogin,
  'passkey-login': login,
  passkeys: list,
  'passkey-add-start': startAdd,
  'passkey-add': add,
  'passkey-rename': rename,
  'passkey-remove': remove,
  'user-passkeys': listOfUser,
  'user-passkey-remove': removeOfUser,
}
