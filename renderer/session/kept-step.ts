import type { ChallengeAnswer } from '#schemas/types/contract.d.ts'

/** A step of signing in that is still to be made. */
export interface PendingStep {
  step: ChallengeAnswer
  /** For whom it was asked, masked. */
  askedFor: string | null
}

interface Kept extends PendingStep {
  way: string
  endsAt: number
}

const storedKey = 'pishkhan.step'
/** So long after its end a step that can be sent again is still offered. */
const resendableMs = 30 * 60_000

/** Keeps the step of a way in this tab, so that it is still there after a reload; null when it is made or left. */
export function keepStep(way: string, pending: PendingStep | null, now = Date.now()): void {
  try {
    if (pending === null) sessionStorage.removeItem(storedKey)
    else sessionStorage.setItem(storedKey, JSON.stringify({ ...pending, way, endsAt: now + pending.step.expires_in * 1000 } satisfies Kept))
  } catch {
    // Storage that is forbidden costs the step its reload.
  }
}

/** The step of a way that was kept, with the seconds that are left of it. */
export function keptStep(way: string, now = Date.now()): PendingStep | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storedKey) ?? 'null') as Kept | null
    if (kept?.way !== way || typeof kept.step.challenge !== 'string') return null
    const leftMs = kept.endsAt - now
    if (leftMs <= (kept.step.resend === undefined ? 0 : -resendableMs)) return null
    return { step: { ...kept.step, expires_in: Math.max(0, Math.ceil(leftMs / 1000)) }, askedFor: kept.askedFor }
  } catch {
    return null
  }
}

/** A name as whoever typed it knows it again: `s•••@example.com`, `09•••67`. */
export function maskName(name: string): string {
  const [, user, domain] = /^([^@]+)(@.+)$/.exec(name) ?? []
  if (user !== undefined) return `${user.slice(0, 1)}•••${domain}`
  return name.length < 6 ? `${name.slice(0, 1)}•••` : `${name.slice(0, 2)}•••${name.slice(-2)}`
}
