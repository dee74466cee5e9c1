import { clientOf } from '#server/plugins/client-address.ts'
import type { AttemptLimit } from '#server/plugins/rate-limit.ts'

const minuteMs = 60_000

/** Attempts at one account from one client before each costs the next one a wait: 5 s, then twice as long each time, at most 15 min. */
export const freeAttempts = 5
/** The same at all accounts together; an office has one address. */
export const freeClientAttempts = 100

/** Attempts at an account, by its id or by the hash of what was typed, from one client: the owner is not kept out from elsewhere. */
export const accountLimit = (kind: string, ip: string, account: number | string): AttemptLimit => ({
  key: `${kind}:${clientOf(ip)}:${account}`,
  free: freeAttempts,
  firstWaitMs: 5000,
  maxWaitMs: 15 * minuteMs,
  forgetMs: 24 * 60 * minuteMs,
})

export const clientLimit = (kind: string, ip: string): AttemptLimit => ({
  key: `${kind}:${clientOf(ip)}`,
  free: freeClientAttempts,
  firstWaitMs: 1000,
  maxWaitMs: minuteMs,
  forgetMs: 15 * minuteMs,
})

/** Codes of one account from wherever they come: who guesses one knows its password already. */
export const everywhereLimit = (kind: string, account: number): AttemptLimit => ({
  key: `${kind}:${account}`,
  free: 20,
  firstWaitMs: 1000,
  maxWaitMs: 5 * minuteMs,
  forgetMs: 60 * minuteMs,
})
