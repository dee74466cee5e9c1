import { safeRoute } from '#renderer/session/wanted-route.ts'
import type { RouteMatch } from './route-table.ts'

export interface GuardFacts {
  signedIn: boolean
  /** Whether somebody was signed in when this address was reached: signing in there must not sign out again. */
  arrivedSignedIn: boolean
  forceChangePassword: boolean
  wantedRoute: string | null
  search: string
}

/** What becomes of a visit: it is shown, or led elsewhere after what has to happen first. */
export type Verdict = { kind: 'show' } | { kind: 'go'; to: string; remember?: boolean } | { kind: 'sign-out' }

export const loginPath = '/auth/login'
export const changePasswordPath = '/profile/change-password'

/**
 * Who may open a route: guests go to the login page, the signed-in from it to
 * where they wanted, forced ones to the new password.
 */
export function guardRoute(
  { route }: RouteMatch,
  { signedIn, arrivedSignedIn, forceChangePassword, wantedRoute, search }: GuardFacts,
): Verdict {
  if (route.guest === 'only') {
    if (!signedIn) return { kind: 'show' }
    if (arrivedSignedIn && new URLSearchParams(search).get('logout') === '1') return { kind: 'sign-out' }
    return { kind: 'go', to: safeRoute(wantedRoute) }
  }
  if (route.guest === 'yes') return { kind: 'show' }
  if (!signedIn) return { kind: 'go', to: loginPath, remember: true }
  return forceChangePassword && `/${route.path}` !== changePasswordPath ? { kind: 'go', to: changePasswordPath } : { kind: 'show' }
}
