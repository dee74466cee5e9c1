import { ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { channelsOffered, type Channel } from '#server/messages/channels.ts'

export const otpChannels = ['pattern_sms', 'mail', 'two_step'] as const
export const recoveryChannels = ['sms', 'mail'] as const
export type OtpChannel = (typeof otpChannels)[number]
export type RecoveryChannel = (typeof recoveryChannels)[number]
export type CodeChannel = OtpChannel | RecoveryChannel

/** What is possible on the page of signing in beside a password. */
export interface SignInWays {
  otp: OtpChannel[]
  recovery: RecoveryChannel[]
  register: boolean
}

/** How the code of a way can be carried, the best first. In two steps the authenticator app is asked for after a code that was sent. */
const carriers: Record<CodeChannel, readonly Channel[]> = {
  pattern_sms: ['pattern-sms'],
  sms: ['sms', 'pattern-sms'],
  mail: ['mail'],
  two_step: ['mail', 'pattern-sms', 'sms'],
}

/** The carriers of a way that can send now. */
export const carriersOf = (channel: CodeChannel, sending: readonly Channel[]): Channel[] =>
  carriers[channel].filter((carrier) => sending.includes(carrier))

type Call = Pick<CallContext, 'trx' | 'registry' | 'caller' | 'config'>

/** The ways that the site's settings open and for which something can be sent. */
export async function readWays(context: Call): Promise<SignInWays> {
  const { sign_in_ways: open } = await readSiteSettings(context)
  const isOpen = (way: string) => Array.isArray(open) && open.includes(way)
  const sending = await channelsOffered(context)
  const possible = <Way extends CodeChannel>(way: string, channels: readonly Way[]): Way[] =>
    isOpen(way) ? channels.filter((channel) => carriersOf(channel, sending).length > 0) : []
  return { otp: possible('otp', otpChannels), recovery: possible('password_recovery', recoveryChannels), register: isOpen('register') }
}

/** The refusal of a way that the settings close, or for which nothing can be sent. */
export const wayClosed = ({ registry, caller }: Pick<Call, 'registry' | 'caller'>, sentence = 'way_closed'): ApiError =>
  new ApiError('precondition-failed', { userMessage: registry.message('auth', caller.locale, sentence) })
