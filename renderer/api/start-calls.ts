import { preload } from 'swr'
import { isSignedIn } from '#renderer/session/session.ts'
import { preferredLocale } from '#renderer/locale/active-locale.ts'
import { callNamed } from './call.ts'
import { callKey } from './use-call.ts'

/** Sends the calls of every start while the panel's code is still loading: routes, site settings and the layout. */
export function startCalls(): void {
  const names = ['routes', 'site-settings', ...(isSignedIn() ? ['layout'] : [])]
  for (const name of names) {
    const request = preload(callKey(name, {}, {}, preferredLocale()), () => callNamed(name, { background: true }))
    // The component that uses the response reports failures; no handler may be attached yet.
    if (request instanceof Promise) request.catch(() => undefined)
  }
}
