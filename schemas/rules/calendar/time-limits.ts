/** Start and end in milliseconds: since 1970 in UTC, or for a time of day since midnight. */
interface Span {
  kind: 'time' | 'date'
  from: number
  to: number
}

const dayMs = 86_400_000

/** A day, a moment or a time of day (`08:30`) as a span; undefined for any other text. */
function spanOf(text: string): Span | undefined {
  const time = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?(?:z|[+-]\d\d:\d\d)?)?$/i.exec(text)
  if (time) {
    const from = (Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3] ?? 0)) * 1000
    return { kind: 'time', from, to: from }
  }
  const from = /^\d{4}-\d\d-\d\d(?:[T ].*)?$/i.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(from) ? undefined : { kind: 'date', from, to: text.length === 10 ? from + dayMs - 1 : from }
}

/**
 * Whether a day, moment or time of day ends before a limit begins. A moment is neither before nor after the day it lies
 * on. False also for texts that are none of these, and for values of another kind than the limit.
 */
export function isEarlier(value: string, limit: string): boolean {
  const [one, other] = [spanOf(value), spanOf(limit)]
  return one !== undefined && one.kind === other?.kind && one.to < other.from
}

/** Whether a value begins after a limit ends; see `isEarlier`. */
export const isLater = (value: string, limit: string): boolean => isEarlier(limit, value)

/** Whether a text keeps each limit. A value on the same day as a limit is neither before nor after it. */
const timeLimits = {
  formatMinimum: (value, limit) => !isEarlier(value, limit),
  formatMaximum: (value, limit) => !isLater(value, limit),
  formatExclusiveMinimum: (value, limit) => isLater(value, limit) || !isComparable(value, limit),
  formatExclusiveMaximum: (value, limit) => isEarlier(value, limit) || !isComparable(value, limit),
} as const satisfies Record<string, (value: string, limit: string) => boolean>

export type TimeLimit = keyof typeof timeLimits
export const timeLimitNames = Object.keys(timeLimits) as TimeLimit[]

const isComparable = (value: string, limit: string): boolean => {
  const kind = spanOf(value)?.kind
  return kind !== undefined && kind === spanOf(limit)?.kind
}

/** Whether a day, moment or time of day keeps a limit. A value that cannot be compared with the limit keeps it. */
export const keepsTimeLimit = (keyword: TimeLimit, limit: unknown, value: string): boolean =>
  typeof limit !== 'string' || timeLimits[keyword](value, limit)

/** Whether a text is a day, a moment or a time of day. */
export function isTimeLimit(text: string): boolean {
  const span = spanOf(text)
  if (span?.kind === 'time') return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d|$)/.test(text)
  // `Date.parse` takes the 31st of February for a day in March.
  const day = text.slice(0, 10)
  return span !== undefined && new Date(Date.parse(day)).toISOString().startsWith(day)
}
