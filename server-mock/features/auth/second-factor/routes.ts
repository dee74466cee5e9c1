import type { Database } from '#server/database/database.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, CallName, Handler, Handlers, UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { readUser } from '#server/features/persons/store.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { trusted, writeAudit, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { countAttempt, purgeUses, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { agentNames } from '#server/features/auth/agent-names.ts'
import { formOf } from '#server/features/auth/challenge-answer.ts'
import { readPasswordHash, verifyPassword } from '#server/features/auth/passwords.ts'
import { tellOwner } from '#server/features/auth/notices.ts'
import { noteProof, requireProof } from '#server/features/auth/proof.ts'
import { endOtherSessions, mustHaveFactor } from '#server/features/auth/sessions.ts'
import { clientOfCall, factorLimits, finishSignIn } from '#server/features/auth/sign-in.ts'
import { otpauthUri } from './authenticator.ts'
import {
  activate,
  activeSince,
  backupCodeCount,
  consumeFactor,
  deactivate,
  makeBackupCodes,
  readBackupCodes,
  startEnrolment,
  takeShownCodes,
  type FactorContext,
  type UsedFactor,
} from './store.ts'

const pendingSeconds = 600

type Called = Pick<CallContext, 'caller' | 'config' | 'now'>
const factorOf = ({ caller, config, now }: Called, trx: CallContext['trx']): FactorContext => ({
  trx,
  userId: caller.user!.id,
  secret: config.secret,
  now,
})

const say = ({ registry, caller }: Pick<CallContext, 'registry' | 'caller'>, key: string): string =>
  registry.message('auth', caller.locale, key)

const login: UnmanagedHandler<'login-second-factor'> = {
  unmanaged: async (context) => ({ results: await finishSignIn(context.database, context.payload, clientOfCall(context)) }),
}

const state: Handler<'two-factor'> = async ({ trx, caller, registry }) => {
  const userId = caller.user!.id
  const since = await activeSince(trx, userId)
  return {
    results: {
      active: since !== null,
      activated_at: since?.toISOString() ?? null,
      required: await mustHaveFactor(trx, userId),
      backup_codes_left: (await readBackupCodes(trx, userId)).left,
      code_form: formOf(registry, caller.locale, since ? 'factor-code' : 'active-code'),
    },
  }
}

const alreadyOn = (context: Pick<CallContext, 'registry' | 'caller'>) =>
  new ApiError('precondition-failed', { userMessage: say(context, 'factor_on_already') })
const notOn = (context: Pick<CallContext, 'registry' | 'caller'>) =>
  new ApiError('precondition-failed', { userMessage: say(context, 'factor_off') })

/** What answers a secret is not kept for a repetition of the call. */
const unrepeated = <Name extends CallName>(work: UnmanagedHandler<Name>['unmanaged']): UnmanagedHandler<Name> => ({
  unmanaged: work,
  ownRepeats: true,
})

const generate = unrepeated<'two-factor-generate'>(async (context) => {
  const { database, caller, registry } = context
  requireProof(context)
  return database.transaction(async (trx) => {
    if (await activeSince(trx, caller.user!.id)) throw alreadyOn(context)
    const secret = await startEnrolment(factorOf(context, trx))
    const { site_title: issuer } = await readSiteSettings({ ...context, trx })
    return {
      results: {
        secret,
        uri: otpauthUri(secret, issuer, caller.user!.username),
        active: false,
        expires_in: pendingSeconds,
        code_form: formOf(registry, caller.locale, 'active-code'),
      },
    }
  })
})

/** Counts an attempt at the codes of the caller. @throws `too-many-requests` */
async function countCode({ database, caller, ip, now }: Pick<UnmanagedContext, 'database' | 'caller' | 'ip' | 'now'>): Promise<string[]> {
  const limits = factorLimits(ip, caller.user!.id)
  const waitMs = await database.transaction((trx) => countAttempt(trx, limits, now))
  if (waitMs > 0) throw tooManyRequests(waitMs)
  return limits.map(({ key }) => key)
}

const refused = (context: Pick<CallContext, 'registry' | 'caller'>) =>
  new ApiError('code-refused', { errors: { code: [say(context, 'code_wrong')] } })

const enable = unrepeated<'two-factor-enable'>(async (context) => {
  const { database, caller, now, payload } = context
  requireProof(context)
  const counted = await countCode(context)
  const userId = caller.user!.id
  const codes = await database.transaction(async (trx) => {
    if (await activeSince(trx, userId)) throw alreadyOn(context)
    const made = await activate(factorOf(context, trx), payload.code)
    if (!made) return undefined
    // Whoever signed in with the password alone does so again, with both.
    await endOtherSessions(trx, userId, caller.sessionId, 'second-factor', now)
    await purgeUses(trx, counted)
    await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'second-factor-on' })
    return made
  })
  if (!codes) throw refused(context)
  return { results: { active: true, backup_codes: codes }, metadata: { second_factor_required: false } }
})

/** Uses up a code of the caller's second factor; a wrong one stays counted. @throws `code-refused`, `precondition-failed` */
async function takeCode<T>(
  context: UnmanagedContext<unknown, { code: string }>,
  then: (trx: CallContext['trx'], used: UsedFactor) => Promise<T>,
): Promise<T> {
  const { database, payload, ip, userAgent } = context
  const counted = await countCode(context)
  const done = await database.transaction(async (trx) => {
    const factor = factorOf(context, trx)
    if (!(await activeSince(trx, factor.userId))) throw notOn(context)
    const used = await consumeFactor(factor, payload.code, { ip, agent: userAgent })
    if (!used) return undefined
    await purgeUses(trx, counted)
    return { value: await then(trx, used) }
  })
  if (!done) throw refused(context)
  return done.value
}

const disable: UnmanagedHandler<'two-factor-disable'> = {
  unmanaged: async (context) => {
    const { database, caller, now } = context
    if (caller.impersonatorId) throw new ApiError('permission-denied')
    const userId = caller.user!.id
    if (await database.read((trx) => mustHaveFactor(trx, userId)))
      throw new ApiError('precondition-failed', { userMessage: say(context, 'factor_mandatory') })
    await takeCode(context, async (trx) => {
      await deactivate({ trx, userId })
      await noteProof(trx, caller.sessionId!, now)
      await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'second-factor-off' })
      await tellOwner({ ...context, trx }, 'second-factor-off', { ...context, user: userId, isOwn: true })
    })
    return { results: { active: false } }
  },
}

/** For whoever has lost telephone and backup codes: an administrator turns the second factor off. */
const disableForUser: Handler<'two-factor-disable-for-user'> = async (context) => {
  const { trx, caller, payload, now } = context
  if (!caller.isAdmin) throw new ApiError('permission-denied')
  requireProof(context)
  const user = await readUser(trx, payload.id)
  if (!user) throw new ApiError('not-found')
  if (user.id === caller.user!.id) throw validationError({ id: [say(context, 'factor_own')] })
  if (!(await deactivate({ trx, userId: user.id }))) throw notOn(context)
  await writeAudit({ trx, caller, now }, { entity: 'user', recordId: user.id, action: 'second-factor-off' })
  await tellOwner(context, 'second-factor-off', { ...context, user: user.id, isOwn: false })
  return { results: { id: user.id, active: false } }
}

/** Whether whoever has a role needs a second factor: without one he reaches nothing but its page from his next call on. */
const requireForRole: Handler<'role-two-step'> = async (context) => {
  if (!context.caller.isAdmin) throw new ApiError('permission-denied')
  requireProof(context)
  const { id, version, two_step_required } = context.payload
  return { results: recordResults(await writeRecord(context, 'role', { id, version, data: { two_step_required } }, trusted)) }
}

/** Reading erases: what has been shown once is not shown again. */
const codes = unrepeated<'backup-codes'>(async (context) => {
  if (context.caller.impersonatorId) throw new ApiError('permission-denied')
  return context.database.transaction(async (trx) => {
    const { left } = await readBackupCodes(trx, context.caller.user!.id)
    return { results: { codes: (await takeShownCodes(factorOf(context, trx))) ?? [], total: backupCodeCount, left } }
  })
})

const generateCodes = unrepeated<'backup-codes-generate'>(async (context) => {
  const { database, caller, now } = context
  requireProof(context)
  return database.transaction(async (trx) => {
    if (!(await activeSince(trx, caller.user!.id))) throw notOn(context)
    const made = await makeBackupCodes(factorOf(context, trx))
    await writeAudit({ trx, caller, now }, { entity: 'user', recordId: caller.user!.id, action: 'backup-codes' })
    return { results: { codes: made } }
  })
})

const usedCodes: Handler<'used-backup-codes'> = async ({ trx, caller }) => {
  const { used } = await readBackupCodes(trx, caller.user!.id)
  return {
    results: used.map(({ position, hint, used_at, ip, agent }) => ({
      position,
      code: `…${hint ?? ''}`,
      used_at: new Date(used_at).toISOString(),
      ip,
      ...agentNames(agent ?? ''),
    })),
  }
}

const confirmForm: Handler<'confirm-identity-form'> = async ({ trx, caller, registry }) => ({
  results: formOf(registry, caller.locale, (await activeSince(trx, caller.user!.id)) ? 'factor-code' : 'confirm-password'),
})

const confirm: UnmanagedHandler<'confirm-identity'> = {
  unmanaged: async (context) => {
    const { database, caller, payload, now } = context
    if (caller.impersonatorId) throw new ApiError('permission-denied')
    const userId = caller.user!.id
    const isOn = (await database.read((trx) => activeSince(trx, userId))) !== null
    const field = isOn ? 'code' : 'password'
    const value = payload[field]
    if (!value) throw validationError({ [field]: [{ key: 'rules.required' }] })
    if (isOn) await takeCode({ ...context, payload: { code: value } }, (trx) => noteProof(trx, caller.sessionId!, now))
    else await confirmPassword(database, value, context)
    return { results: { confirmed: true } }
  },
}

async function confirmPassword(
  database: Database,
  password: string,
  context: Pick<UnmanagedContext, 'database' | 'caller' | 'registry' | 'ip' | 'now'>,
) {
  const counted = await countCode(context)
  const { user, sessionId } = context.caller
  const credentials = await database.read((trx) => readPasswordHash(trx, user!.id))
  if (!(await verifyPassword(credentials?.hash, password))) throw validationError({ password: [say(context, 'current_password_wrong')] })
  await database.transaction(async (trx) => {
    await noteProof(trx, sessionId!, context.now)
    await purgeUses(trx, counted)
  })
}

export const secondFactorCalls: Handlers = {
  'login-second-factor': login,
  'two-factor': state,
  'two-factor-generate': generate,
  'two-factor-enable': enable,
  'two-factor-disable': disable,
  'two-factor-disable-for-user': disableForUser,
  'role-two-step': requireForRole,
  'backup-codes': codes,
  'backup-codes-generate': generateCodes,
  'used-backup-codes': usedCodes,
  'confirm-identity-form': confirmForm,
  'confirm-identity': confirm,
}
