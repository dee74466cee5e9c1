import { currentPath, goTo } from '#renderer/ui/navigator.ts'
import { isSignedIn, sessionToken } from '#renderer/session/session.ts'
import { endSession, rememberRoute } from '#renderer/session/sign-in.ts'
import type { CallFailure } from './call-failure.ts'
import { sessionEnd } from './error-catalogue.ts'
import { cancelSessionCalls } from './route-scope.ts'

export const loginPath = '/auth/login'
const redirectDelayMs = 1000

let leaving: ReturnType<typeof setTimeout> | null = null

/** Ends the session where the catalogue says so: remembers the route, signs out, goes to the login page. */
export function endOnFailure(failure: CallFailure, sentToken: string | null): void {
  // A token that was replaced while the call was out says nothing about the present session.
  if (isSignedIn() && sentToken !== sessionToken()) return
  const end = sessionEnd(failure, isSignedIn())
  if (end === 'no' || leaving !== null) return
  if (window.location.pathname.startsWith('/auth/')) {
    if (isSignedIn()) endSession()
    return
  }
  cancelSessionCalls()
  if (end === 'now') {
    leave()
    return
  }
  leaving = setTimeout(leave, redirectDelayMs)
}

/**
 * For what says on the page that the session has ended: the page stays until the function that comes back is called, which
 * leads on to the sign-in. Nothing happens where no session has ended.
 */
export function holdLeaving(): () => void {
  if (leaving === null) return () => {}
  clearTimeout(leaving)
  return () => {
    if (leaving !== null) leave()
  }
}

function leave(): void {
  leaving = null
  rememberRoute(currentPath())
  endSession()
  goTo(loginPath, { replace: true })
}
