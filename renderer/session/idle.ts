/** How long before the end people are asked whether they are still there. */
const warningMs = 60_000

const storedKey = 'pishkhan.active'

/** `warning` in the last minute (or half of a shorter time), `over` from the end on. */
export function idleState(idleMs: number, limitMs: number): 'active' | 'warning' | 'over' {
  if (idleMs >= limitMs) return 'over'
  return idleMs >= limitMs - Math.min(warningMs, limitMs / 2) ? 'warning' : 'active'
}

/** Minutes of a setting; undefined where nobody is signed out for doing nothing. */
export function idleMinutes(setting: unknown): number | undefined {
  const minutes = typeof setting === 'string' || typeof setting === 'number' ? Number(setting) : NaN
  return Number.isFinite(minutes) && minutes > 0 ? minutes : undefined
}

let here = 0

/** Notes that somebody did something, for all tabs of this browser. */
export function noteActivity(now: number): void {
  here = now
  try {
    localStorage.setItem(storedKey, String(now))
  } catch {
    // Without storage each tab counts for itself.
  }
}

/** When somebody last did something in a tab of this browser; 0 where that is not known. */
export function lastActivity(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(storedKey)) || 0)
  } catch {
    return here
  }
}
