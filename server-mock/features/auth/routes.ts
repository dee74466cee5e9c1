import { sql } from 'kysely'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { Feature, Handler, UnmanagedHandler } from '#server/feature.ts'
import { readNames, readUser } from '#server/features/persons/store.ts'
import { writeAudit } from '#server/model/model.ts'
import { noteKey } from '#server/model/audit.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { countUse, purgeUses, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { endChallengesOf, purgeOldChallenges } from './challenges.ts'
import { otpCalls } from './codes/otp-calls.ts'
import { recoveryCalls } from './codes/recovery-calls.ts'
import { readWays } from './codes/ways.ts'
import { passwordFaults } from './password-faults.ts'
import { passkeyCalls } from './passkeys/routes.ts'
import { relyingParty } from './passkeys/relying-party.ts'
import { hashPassword, readPasswordHash, storePasswordHash, verifyPassword } from './passwords.ts'
import { noteProof } from './proof.ts'
import { registerCalls } from './register-calls.ts'
import { securityEvents, tellOfPausesJob, tellOwner } from './notices.ts'
import { secondFactorCalls } from './second-factor/routes.ts'
import { activeSince } from './second-factor/store.ts'
import { sessionCalls } from './session-list.ts'
import { endImpersonation, endOtherSessions, endSession, mustHaveFactor, purgeOldSessions, openSession } from './sessions.ts'
import { clientOfCall, signIn } from './sign-in.ts'
import { socialCalls } from './social/routes.ts'

const formAnswer =
  (name: string): Handler<'login-form' | 'change-password-form'> =>
  async ({ registry, caller, config }) => ({ results: expandForm(registry, { ...caller, locales: config.locales }, 'auth', name) })

const loginConfigs: Handler<'login-configs'> = async (context) => {
  const { otp, recovery, register } = await readWays(context)
  const providers = context.config.signInProviders.map(({ name, title }) => ({ name, title }))
  return {
    results: {
      methods: [
        'password',
        ...(otp.length > 0 ? (['otp'] as const) : []),
        ...(providers.length > 0 ? (['social'] as const) : []),
        ...(relyingParty(context) ? (['passkey'] as const) : []),
      ],
      otp_channels: otp,
      social_providers: providers,
      register,
      password_recovery: recovery.length > 0,
    },
  }
}

const login: UnmanagedHandler<'login'> = {
  unmanaged: async (context) => ({ results: await signIn(context.database, { ...context.payload, ...clientOfCall(context) }) }),
}

const logout: Handler<'persons-logout'> = async ({ trx, caller, now }) => {
  await endSession(trx, caller.sessionId!, 'sign-out', now)
  return { results: { signed_out: true } }
}

const checkToken: Handler<'check-token'> = async ({ trx, caller }) => {
  const user = await readUser(trx, caller.user!.id)
  const credentials = await readPasswordHash(trx, caller.user!.id)
  const hasFactor = (await activeSince(trx, caller.user!.id)) !== null
  const isWorn = typeof caller.impersonatorId === 'number'
  return {
    results: {
      valid: true,
      user: caller.user!,
      preferences: user!.preferences,
      two_fa: hasFactor,
      password_force_change: credentials?.forceChange ?? false,
      second_factor_required: !isWorn && !hasFactor && (await mustHaveFactor(trx, caller.user!.id)),
      impersonated: isWorn,
    },
  }
}

/** Another user's session, for administrators; nobody becomes another administrator this way, or a developer. */
const impersonate: Handler<'impersonate'> = async ({ trx, caller, payload, config, now, ip, userAgent, registry }) => {
  const target = await readUser(trx, payload.id)
  if (!target || target.blocked) throw new ApiError('not-found')
  if (target.id === caller.user!.id) throw validationError({ id: [registry.message('auth', caller.locale, 'impersonate_self')] })
  if (target.roles.some((role) => role === administratorRole || role === developerRole)) throw new ApiError('permission-denied')
  const session = await openSession(trx, target, {
    secret: config.secret,
    now,
    ip,
    userAgent,
    impersonator: { userId: caller.user!.id, sessionId: caller.sessionId! },
    mustChangePassword: false,
  })
  await writeAudit(
    { trx, caller, now },
    { entity: 'user', recordId: target.id, action: 'impersonate', after: payload.reason ? { [noteKey]: payload.reason } : null },
  )
  return { results: session }
}

/** Back to the administrator's own session, which goes on. */
const leaveImpersonation: Handler<'impersonate-leave'> = async ({ trx, caller, now }) => {
  if (!(await endImpersonation(trx, caller.sessionId!, now))) throw new ApiError('precondition-failed')
  return { results: { left: true } }
}

const guessLimit = { limit: 10, windowMs: 15 * 60 * 1000 }

const changePassword: UnmanagedHandler<'change-password'> = {
  unmanaged: async (context) => {
    const { database, caller, payload, registry, now } = context
    // What an administrator does in somebody else's name ends with it.
    if (caller.impersonatorId) throw new ApiError('permission-denied')
    const userId = caller.user!.id
    const { current_password: current, password, password_confirmation: confirmation } = payload
    const say = (key: string) => [registry.message('auth', caller.locale, key)]
    if (password !== confirmation) throw validationError({ password_confirmation: say('password_mismatch') })
    if (password === current) throw validationError({ password: say('password_unchanged') })
    const owner = await database.read((trx) => readNames(trx, userId))
    const faults = passwordFaults({ caller, registry }, password, owner)
    if (faults.length > 0) throw validationError({ password: faults })
    const limit = { key: `change-password:${userId}`, ...guessLimit }
    const { waitMs, credentials } = await database.transaction(async (trx) => ({
      waitMs: await countUse(trx, [limit], now),
      credentials: await readPasswordHash(trx, userId),
    }))
    if (waitMs > 0) throw tooManyRequests(waitMs)
    if (!(await verifyPassword(credentials?.hash, current))) throw validationError({ current_password: say('current_password_wrong') })
    const passwordHash = await hashPassword(password)
    await database.transaction(async (trx) => {
      await storePasswordHash(trx, userId, passwordHash, now)
      await endOtherSessions(trx, userId, caller.sessionId, 'password-changed', now)
      await endChallengesOf(trx, userId, now)
      await noteProof(trx, caller.sessionId!, now)
      await purgeUses(trx, [limit.key])
      await writeAudit({ trx, caller, now }, { entity: 'user', recordId: userId, action: 'change-password' })
      await tellOwner({ ...context, trx }, 'password-changed', { ...context, user: userId, isOwn: true })
    })
    return { results: { changed: true }, metadata: { password_force_change: false } }
  },
}

export const auth: Feature = {
  module: 'auth',
  handlers: {
    'login-form': formAnswer('login'),
    'login-configs': loginConfigs,
    login,
    'persons-logout': logout,
    'check-token': checkToken,
    impersonate,
    'impersonate-leave': leaveImpersonation,
    'change-password-form': formAnswer('change-password'),
    'change-password': changePassword,
    ...secondFactorCalls,
    ...otpCalls,
    ...recoveryCalls,
    ...registerCalls,
    ...sessionCalls,
    ...socialCalls,
    ...passkeyCalls,
  },
  events: securityEvents,
  jobs: [
    tellOfPausesJob,
    {
      name: 'forget-old-sessions',
      everyMs: 24 * 60 * 60 * 1000,
      run: async (trx, _registry, now) => {
        await purgeOldSessions(trx, now)
        await purgeOldChallenges(trx, now)
        await sql`delete from data.login_entry where created_at < ${new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000)}`.execute(trx)
      },
    },
  ],
}
