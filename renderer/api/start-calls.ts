import { preload } from 'swr'
import { isSignedIn } from '#renderer/session/session.ts'
import { preferredLocale } from '#renderer/locale/active-locale.ts'
import { callNamed } from './call.ts'
import { callKey } from './use-call.ts'

/** Sends what every start needs while the panel's code is still being read: routes, site settings and the layout. */
export function startCalls(): void {
  const names = ['routes', 'site-settings', ...(isSignedIn() ? ['layout'] : [])]
  for (const name of names) {
    const request = preload(callKey(name, {}, {}, preferredLocale()), () => callNamed(name, { background: true }))
    // The component that uses the answer shows what is wrong; nobody may be listening yet.
    if (request instanceof Promise) request.catch(() => undefined)
  }
}
