import type { PanelConfig } from './config.ts'

export const storageKey = 'pishkhan'
const expiryMs = 7 * 24 * 60 * 60 * 1000
const cookieLimit = 3800

/** Data stored between visits, under one key. */
export interface Stored<State> {
  state: State
  stored_at: number
}

/** Reads the stored data; null if there is none, it is invalid, or it is older than 7 days. */
export function readStored<State>(kind: PanelConfig['storage'], now = Date.now()): State | null {
  try {
    const stored = JSON.parse(readText(kind) ?? 'null') as Stored<State> | null
    if (!stored || typeof stored.state !== 'object' || stored.state === null) return null
    const at = typeof stored.stored_at === 'number' ? stored.stored_at : Date.parse(String(stored.stored_at))
    return Number.isFinite(at) && now - at <= expiryMs ? stored.state : null
  } catch {
    return null
  }
}

/**
 * Keeps the state, or `smaller` where a cookie cannot hold it. Storage that is full or forbidden costs the memory of it,
 * never the session at hand.
 */
export function writeStored<State>(kind: PanelConfig['storage'], state: State, smaller = state, now = Date.now()): void {
  const textOf = (kept: State) => JSON.stringify({ state: kept, stored_at: now } satisfies Stored<State>)
  try {
    if (kind === 'local') localStorage.setItem(storageKey, textOf(state))
    else writeCookie([state, smaller].map(textOf).find(fitsCookie) ?? textOf(smaller))
  } catch (error) {
    console.warn('The panel could not keep its state.', error)
  }
}

function readText(kind: PanelConfig['storage']): string | null {
  if (kind === 'local') return localStorage.getItem(storageKey)
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${storageKey}=`))
  return found ? decodeURIComponent(found.slice(storageKey.length + 1)) : null
}

const fitsCookie = (text: string) => encodeURIComponent(text).length <= cookieLimit

function writeCookie(text: string): void {
  const value = encodeURIComponent(text)
  if (!fitsCookie(text)) throw new Error(`State of ${value.length} bytes does not fit into a cookie.`)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${storageKey}=${value}; Path=/; Max-Age=${expiryMs / 1000}; SameSite=Strict${secure}`
}
