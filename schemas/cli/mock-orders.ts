/** What the mock does to calls: how late it answers, and with what failure. Either holds for all calls, or for those of one name. */
export interface Disturbance {
  /** Name of the call; all calls when left out. */
  call?: string
  /** Milliseconds before the answer. */
  slow?: number
  /** Status of the failure; `cut` ends the connection without an answer, `half` after half of it. */
  fail?: MockFailure
}

/** Failures that the panel has sentences for. */
export const mockFailures = ['401', '403', '404', '409', '422', '429', '500', '503', 'cut', 'half'] as const
export type MockFailure = (typeof mockFailures)[number]

/** Longest delay, in milliseconds. */
export const maxSlowMs = 120_000

/** Names of what stays undisturbed, so that the panel can be opened at all. */
export const quietCalls: ReadonlySet<string> = new Set(['login', 'logout', 'constants', 'routes', 'layout', 'renew-token'])

/**
 * An order as it is typed: `slow 2000`, `slow 2000 book-list`, `fail 422 save`, `ok`, `ok save`.
 * Answers the disturbances that hold then.
 * @throws RangeError with a sentence for who typed it
 */
export function readOrder(line: string, before: readonly Disturbance[]): Disturbance[] {
  const [word, ...rest] = line.trim().split(/\s+/)
  if (word === 'ok') return rest[0] === undefined ? [] : before.filter(({ call }) => call !== rest[0])
  if (word !== 'slow' && word !== 'fail') throw new RangeError(usage)
  const [given = '', call] = rest
  const value = word === 'slow' ? { slow: delayOf(given) } : { fail: failureOf(given) }
  const same = before.find((each) => each.call === call)
  return [...before.filter((each) => each !== same), { ...same, ...(call !== undefined && { call }), ...value }]
}

const usage = `type "slow MS [CALL]", "fail ${mockFailures.join('|')} [CALL]" or "ok [CALL]"`

function delayOf(text: string): number {
  const ms = Number(text)
  if (!/^\d{1,6}$/.test(text) || ms > maxSlowMs)
    throw new RangeError(`"slow" takes milliseconds up to ${maxSlowMs}, not ${JSON.stringify(text)}`)
  return ms
}

function failureOf(text: string): MockFailure {
  const failure = mockFailures.find((each) => each === text)
  if (failure === undefined) throw new RangeError(`"fail" takes ${mockFailures.join(', ')}, not ${JSON.stringify(text)}`)
  return failure
}

/** What is done to a call, the order for its name before that for all. */
export function disturbanceOf(call: string, all: readonly Disturbance[]): Disturbance | undefined {
  const own = all.find((each) => each.call === call)
  const general = quietCalls.has(call) ? undefined : all.find((each) => each.call === undefined)
  return own || general ? { ...general, ...own } : undefined
}

/** One line a disturbance. */
export const describeDisturbances = (all: readonly Disturbance[]): string =>
  all.length === 0
    ? 'every call is answered as usual'
    : all
        .map(({ call, slow, fail }) =>
          [call ?? 'every call', slow !== undefined && `after ${slow} ms`, fail !== undefined && `fails: ${fail}`]
            .filter(Boolean)
            .join(', '),
        )
        .join('\n')
