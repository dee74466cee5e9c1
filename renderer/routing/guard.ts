import { safeRoute } from '#renderer/session/wanted-route.ts'
import type { RouteMatch } from './route-table.ts'

export interface GuardFacts {
  signedIn: boolean
  /** Whether the user was signed in when this address was opened: signing in there must not sign out again. */
  arrivedSignedIn: boolean
  forceChangePassword: boolean
  secondFactorRequired: boolean
  wantedRoute: string | null
  search: string
}

/** The decision about a visit: it is shown, or redirected after some steps; `enrol`: in its place stands the way to a second factor. */
export type Verdict = { kind: 'show' } | { kind: 'go'; to: string; remember?: boolean } | { kind: 'sign-out' } | { kind: 'enrol' }

export const loginPath = '/auth/login'
export const changePasswordPath = '/profile/change-password'
export const secondFactorPath = '/profile/two-factor'

/**
 * Whether arriving at a path clears the requested page. On the page for a new password it is kept, unless that page
 * itself was requested.
 */
export const forgetsWanted = (path: string, wantedRoute: string | null): boolean => path !== changePasswordPath || wantedRoute === path

/**
 * Who may open a route: guests go to the login page, the signed-in from it to
 * where they wanted, forced ones to the new password and then to where they wanted.
 */
export function guardRoute(
  { route }: RouteMatch,
  { signedIn, arrivedSignedIn, forceChangePassword, secondFactorRequired, wantedRoute, search }: GuardFacts,
): Verdict {
  const path = `/${route.path}`
  if (route.guest === 'only') {
    if (!signedIn) return { kind: 'show' }
    if (arrivedSignedIn && new URLSearchParams(search).get('logout') === '1') return { kind: 'sign-out' }
    return { kind: 'go', to: safeRoute(wantedRoute) }
  }
  if (route.guest === 'yes') return { kind: 'show' }
  if (!signedIn) return { kind: 'go', to: loginPath, remember: true }
  if (forceChangePassword) return path === changePasswordPath ? { kind: 'show' } : { kind: 'go', to: changePasswordPath, remember: true }
  if (secondFactorRequired) return path === secondFactorPath ? { kind: 'show' } : { kind: 'enrol' }
  // The page that was requested before the password had to be changed; arriving at any other page has cleared it.
  return path === '/' && safeRoute(wantedRoute) !== '/' ? { kind: 'go', to: safeRoute(wantedRoute) } : { kind: 'show' }
}
