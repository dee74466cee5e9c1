import { useSessionStore } from '#renderer/session/session.ts'

/** What somebody has begun to write outlives a reload of the tab: it is his own text, and nothing else. */
const storageKey = 'pishkhan-report-text'

const owner = (): string => String(useSessionStore.getState().auth.user?.id ?? '')

/** The text that this user has begun in this tab. */
export function readText(): string {
  try {
    const { user, text } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { user?: unknown; text?: unknown }
    return user === owner() && typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

export function storeText(text: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ user: owner(), text }))
  } catch {
    // Where nothing can be stored, the browser asks before the tab is closed.
  }
}

export function forgetText(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // There was nothing to store it in.
  }
}
