import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import type { ChallengeAnswer } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, UnmanagedContext } from '#server/feature.ts'
import { findUserByLogin } from '#server/features/persons/store.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import { channelsOffered } from '#server/messages/channels.ts'
import { countAttempt, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { accountLimit, clientLimit, everywhereLimit } from '#server/features/auth/attempt-limits.ts'
import { challengeAnswer } from '#server/features/auth/challenge-answer.ts'
import { openChallenge, readChallenge, useUp as endChallenge, type ChallengeMethod } from '#server/features/auth/challenges.ts'
import { hashOfName } from '#server/features/auth/sign-in.ts'
import { addressesMark, addressOf, readRecipient, type CodeRecipient } from './code-recipient.ts'
import { carriersOf, wayClosed, type CodeChannel } from './ways.ts'

/** A code that was sent is good for so long. */
export const codeLifeSeconds = 120
/** Sending takes at least so long, whether or not there is somebody to send to. */
const evenMs = 150

/** What a code is asked for: its purpose, the form that takes it, and the call that sends another one. */
export interface CodeKind {
  purpose: 'sign-in' | 'recovery'
  form: string
  resend: 'login-send-otp' | 'password-recovery-request'
  /** Texts of the message. */
  template: string
}

export interface CodeRequest {
  identifier?: string
  channel?: CodeChannel
  /** Of a code that was sent before, in place of the two. */
  challenge?: string
}

type Context = UnmanagedContext<unknown, CodeRequest>

/**
 * Sends a code of six digits to whoever goes by a name, and answers the step that takes it. Whether there is such an account shows neither
 * in the answer nor in its time. A new code makes the one before it void.
 * @throws `precondition-failed`, `challenge-ended`, `too-many-requests`, a 422
 */
export async function requestCode(context: Context, kind: CodeKind, channels: readonly CodeChannel[]): Promise<ChallengeAnswer> {
  if (channels.length === 0) throw wayClosed(context)
  const [answer] = await Promise.all([sendCode(context, kind, channels), wait(evenMs)])
  return answer
}

interface Wanted {
  /** Hash of the name that was typed. */
  account: string
  channel: CodeChannel
  userId: number | null
}

async function sendCode(context: Context, kind: CodeKind, channels: readonly CodeChannel[]): Promise<ChallengeAnswer> {
  const { database, config, registry, caller, ip, now } = context
  const outcome = await database.transaction(async (trx) => {
    const wanted = await wantedOf({ ...context, trx }, kind, channels)
    if (wanted instanceof ApiError) return wanted
    const { account, channel, userId } = wanted
    const waitMs = await countAttempt(trx, [accountLimit('send-code', ip, account), clientLimit('send-code', ip)], now)
    if (waitMs > 0) return tooManyRequests(waitMs)
    const carriers = carriersOf(channel, await channelsOffered({ trx, registry, config }))
    const recipient = await readRecipient(trx, userId)
    const address = recipient && addressOf(recipient, carriers)
    // Who is flooded from everywhere gets no more for a while; the answer is the same.
    const isSent = address && (await countAttempt(trx, [everywhereLimit('send-code', recipient.user.id)], now)) === 0
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const method: ChallengeMethod = carriers[0] === 'mail' ? 'mail' : 'sms'
    const opened = await openChallenge(
      trx,
      {
        purpose: kind.purpose,
        method,
        userId: isSent ? recipient.user.id : userId,
        // Nobody is sent this one.
        code: isSent ? code : undefined,
        data: { account, channel, ...(recipient && { addresses: addressesMark(recipient) }) },
        lifeSeconds: codeLifeSeconds,
      },
      { secret: config.secret, now },
    )
    if (isSent) await sendTo({ ...context, trx }, kind, recipient, address, code)
    return challengeAnswer(registry, caller.locale, opened, {
      method,
      form: kind.form,
      resend: kind.resend,
      text: `code_sent_${channel === 'two_step' || channel === 'mail' ? channel : 'sms'}`,
      now,
    })
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

async function wantedOf(
  context: Context & { trx: CallContext['trx'] },
  { purpose }: CodeKind,
  channels: readonly CodeChannel[],
): Promise<Wanted | ApiError> {
  const { trx, payload, now } = context
  const { challenge, identifier } = payload
  if (challenge !== undefined) {
    const before = await readChallenge(trx, challenge, purpose)
    const channel = channels.find((each) => each === before?.data.channel)
    if (!before || !channel || !(await endChallenge(trx, challenge, now))) return new ApiError('challenge-ended')
    return { account: String(before.data.account), channel, userId: before.userId }
  }
  if (!identifier?.trim()) return new ApiError('422', { errors: { identifier: [{ key: 'rules.required' }] } })
  const channel = payload.channel ?? usualChannel(identifier, channels)
  if (!channels.includes(channel)) return new ApiError('422', { errors: { channel: [say(context, 'channel_unavailable')] } })
  return { account: hashOfName(identifier), channel, userId: (await findUserByLogin(trx, identifier))?.id ?? null }
}

/** Who types a mobile number is sent an SMS where that is possible. */
function usualChannel(identifier: string, channels: readonly CodeChannel[]): CodeChannel {
  const isMobile = internationalMobile(identifier) !== undefined
  return channels.find((channel) => (channel === 'mail') !== isMobile && channel !== 'two_step') ?? channels[0]!
}

const say = ({ registry, caller }: Pick<Context, 'registry' | 'caller'>, key: string): string =>
  registry.message('auth', caller.locale, key)

const sendTo = (
  context: Context & { trx: CallContext['trx'] },
  { template }: CodeKind,
  { user }: CodeRecipient,
  address: NonNullable<ReturnType<typeof addressOf>>,
  code: string,
) =>
  sendMessage(context, {
    ...address,
    template,
    values: { code, minutes: codeLifeSeconds / 60 },
    locale: user.preferences.panel_locale ?? context.caller.locale,
    secret: true,
  })
