import { ApiError, validationError } from '#server/errors.ts'
import type { Handler, Handlers, UnmanagedHandler } from '#server/feature.ts'
import { readNames } from '#server/features/persons/store.ts'
import { writeAudit } from '#server/model/model.ts'
import { purgeUses } from '#server/plugins/rate-limit.ts'
import { accountLimit } from '#server/features/auth/attempt-limits.ts'
import { challengeAnswer, formWithChoices } from '#server/features/auth/challenge-answer.ts'
import { endChallengesOf, openChallenge, readChallenge, useUp } from '#server/features/auth/challenges.ts'
import { tellOwner } from '#server/features/auth/notices.ts'
import { passwordFaults } from '#server/features/auth/password-faults.ts'
import { hashPassword, storePasswordHash } from '#server/features/auth/passwords.ts'
import { endOtherSessions } from '#server/features/auth/sessions.ts'
import { addressesMark, readRecipient } from './code-recipient.ts'
import { requestCode, type CodeKind } from './request-code.ts'
import { takeSentCode } from './take-code.ts'
import { readWays, wayClosed } from './ways.ts'

const kind: CodeKind = { purpose: 'recovery', form: 'recovery-code', resend: 'password-recovery-request', template: 'auth/recovery_code' }
/** After the code there is so long for choosing a password. */
export const newPasswordLifeSeconds = 10 * 60

const config: Handler<'password-recovery-config'> = async (context) => {
  const { recovery } = await readWays(context)
  if (recovery.length === 0) throw wayClosed(context)
  return { results: { channels: recovery }, metadata: { form: formWithChoices(context, 'recovery-request', 'channel', recovery) } }
}

const request: UnmanagedHandler<'password-recovery-request'> = {
  unmanaged: async (context) => {
    const { recovery } = await context.database.read((trx) => readWays({ ...context, trx }))
    return { results: await requestCode(context, kind, recovery) }
  },
  ownRepeats: true,
}

const verify: UnmanagedHandler<'verify-token'> = {
  unmanaged: async (context) => {
    const { registry, caller, now } = context
    return {
      results: await takeSentCode(context, 'recovery', async (trx, recipient) => {
        const opened = await openChallenge(
          trx,
          {
            purpose: 'new-password',
            method: 'none',
            userId: recipient.user.id,
            data: { addresses: addressesMark(recipient) },
            lifeSeconds: newPasswordLifeSeconds,
          },
          { secret: context.config.secret, now },
        )
        return challengeAnswer(registry, caller.locale, opened, { method: 'none', form: 'new-password', text: 'choose_password', now })
      }),
    }
  },
  ownRepeats: true,
}

/**
 * Sets the password, once. The user signs in with it afterwards, with his second factor where he has one; whatever else was open in his
 * name ends, and he is told.
 */
const recover: UnmanagedHandler<'password-recovery'> = {
  unmanaged: async (context) => {
    const { database, registry, caller, payload, ip, now } = context
    const { challenge, password, password_confirmation: confirmation } = payload
    const held = await database.read(async (trx) => {
      const found = await readChallenge(trx, challenge, 'new-password', now)
      return found?.userId ? { userId: found.userId, names: await readNames(trx, found.userId) } : undefined
    })
    if (!held) throw new ApiError('challenge-ended')
    if (password !== confirmation)
      throw validationError({ password_confirmation: [registry.message('auth', caller.locale, 'password_mismatch')] })
    const faults = passwordFaults(context, password, held.names)
    if (faults.length > 0) throw validationError({ password: faults })
    const passwordHash = await hashPassword(password)
    const isDone = await database.transaction(async (trx) => {
      const found = await readChallenge(trx, challenge, 'new-password', now)
      const recipient = await readRecipient(trx, held.userId)
      if (!found || !recipient || found.data.addresses !== addressesMark(recipient) || !(await useUp(trx, challenge, now))) return false
      await storePasswordHash(trx, held.userId, passwordHash, now)
      await endOtherSessions(trx, held.userId, null, 'password-recovered', now)
      await endChallengesOf(trx, held.userId, now)
      await purgeUses(trx, [accountLimit('login', ip, held.userId).key])
      await writeAudit({ trx, caller, now }, { entity: 'user', recordId: held.userId, action: 'recover-password' })
      await tellOwner({ ...context, trx }, 'password-changed', { ...context, user: held.userId, isOwn: true })
      return true
    })
    if (!isDone) throw new ApiError('challenge-ended')
    return { results: { changed: true } }
  },
  ownRepeats: true,
}

export const recoveryCalls: Handlers = {
  'password-recovery-config': config,
  'password-recovery-request': request,
  'verify-token': verify,
  'password-recovery': recover,
}
