import { hideSecrets } from '#schemas/fixtures/mask-secrets.ts'
import { goesOn, type ObservedStep } from '#schemas/fixtures/observe-steps.ts'
import type { WatchedAnswer } from './watch-answers.ts'

/** What was done and answered of late. Nothing of it leaves the memory of the page by itself. */
export interface LastMinutes {
  observe: (observed: ObservedStep) => void
  /** To be called when a call goes out; what it returns takes the answer. */
  called: () => (answer: WatchedAnswer) => void
  /** What is held now. */
  take: () => HeldSession
  /** Forgets everything but the answers of the calls that `isKept` names. */
  clear: (isKept?: (name: string) => boolean) => void
  /** Bytes that the texts take. */
  size: () => number
}

export interface HeldSession {
  /** Page of the first step; the present one without steps. */
  opens: string
  /** When the first step was made, in milliseconds. */
  startedAt: number
  steps: ObservedStep[]
  /** With the number of steps that had been made when they were called for. */
  answers: (WatchedAnswer & { step: number })[]
  /** Names of calls whose answers were too large to be held. */
  dropped: string[]
}

interface Options {
  now?: () => number
  /** Path and query of the page. */
  page?: () => string
  spanMs?: number
  maxBytes?: number
}

interface HeldStep extends ObservedStep {
  at: number
  page: string
}

interface HeldAnswer extends WatchedAnswer {
  at: number
  /** Number of all steps ever made before its call. */
  after: number
  bytes: number
}

/** Texts take two bytes a letter. */
const bytesOf = ({ text, payload }: WatchedAnswer): number =>
  2 * (text.length + (payload === undefined ? 0 : JSON.stringify(payload).length)) + 200

/**
 * Holds the steps of the last `spanMs`, and the answers that a page needs to be drawn from there on: those of that time, and of each
 * earlier question the last answer. What exceeds `maxBytes` goes, the oldest first.
 */
export function createLastMinutes({
  now = Date.now,
  page = () => window.location.pathname + window.location.search,
  spanMs = 120_000,
  maxBytes = 3_000_000,
}: Options = {}): LastMinutes {
  let steps: HeldStep[] = []
  let recent: HeldAnswer[] = []
  /** By the question; in the order of the answers. */
  let earlier = new Map<string, HeldAnswer>()
  let dropped = new Set<string>()
  let count = 0
  let bytes = 0

  const keyOf = ({ name, version, params }: HeldAnswer): string => `${name} ${version ?? 1} ${params ? JSON.stringify(params) : ''}`
  const forget = (answer: HeldAnswer, isLost = true): void => {
    bytes -= answer.bytes
    if (isLost) dropped.add(answer.name)
  }
  const settle = (): void => {
    const since = now() - spanMs
    while (steps[0] && steps[0].at < since) steps.shift()
    while (recent[0] && recent[0].at < since) {
      const answer = recent.shift()!
      const key = keyOf(answer)
      const before = earlier.get(key)
      if (answer.method !== 'GET' || answer.status >= 400) forget(answer, false)
      else {
        if (before) forget(before, false)
        earlier.delete(key)
        earlier.set(key, answer)
      }
    }
    for (const [key, answer] of earlier) {
      if (bytes <= maxBytes) break
      earlier.delete(key)
      forget(answer)
    }
    while (bytes > maxBytes && recent[0]) forget(recent.shift()!)
  }
  return {
    observe({ step, isContinued, isPassword }) {
      const kept = isPassword ? { ...step, text: '•'.repeat([...(step.text ?? '')].length) } : step
      const last = steps.at(-1)
      if (isContinued && last && goesOn(last.step, step)) {
        last.step = kept
        last.at = now()
      } else {
        steps.push({ step: kept, isContinued: false, isPassword, at: now(), page: page() })
        count++
      }
      settle()
    },
    called() {
      const after = count
      return (answer) => {
        const held = { ...answer, ...(answer.payload !== undefined && { payload: hideSecrets(answer.payload) }) }
        const size = bytesOf(held)
        // One answer that is larger than all others together would leave nothing else.
        if (size > maxBytes / 2) {
          dropped.add(answer.name)
          return
        }
        recent.push({ ...held, at: now(), after, bytes: size })
        bytes += size
        settle()
      }
    },
    take() {
      settle()
      const first = count - steps.length
      const answers = [...earlier.values(), ...recent].map(({ at: _at, after, bytes: _bytes, ...answer }) => ({
        ...answer,
        step: Math.max(0, after - first),
      }))
      return {
        opens: steps[0]?.page ?? page(),
        startedAt: steps[0]?.at ?? now(),
        steps: steps.map(({ step, isPassword }) => ({ step: structuredClone(step), isContinued: false, isPassword })),
        answers,
        dropped: [...dropped],
      }
    },
    clear(isKept = () => false) {
      steps = []
      recent = recent.filter(({ name }) => isKept(name))
      earlier = new Map([...earlier].filter(([, { name }]) => isKept(name)))
      dropped = new Set()
      bytes = [...earlier.values(), ...recent].reduce((sum, answer) => sum + answer.bytes, 0)
    },
    size: () => bytes,
  }
}
