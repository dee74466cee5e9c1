import type { RouteMatch } from './route-table.ts'

export interface GuardFacts { signedIn: boolean; forceChangePassword: boolean; search: string }

/** What becomes of a visit: it is shown, or led elsewhere after what has to happen first. */
export type Verdict =
  | { kind: 'show' }
  | { kind: 'go'; to: string; remember?: boolean }
  | { kind: 'sign-out' }

export const loginPath = '/auth/login'
export const changePasswordPath = '/profile/change-password'

/** Who may open a route: guests go to the login page, the signed-in away from it, forced ones to the new password. */
export function guardRoute({ route }: RouteMatch, { signedIn, forceChangePassword, search }: GuardFacts): Verdict {
  if (route.guest === 'only') {
    if (!signedIn) return { kind: 'show' }
    return new URLSearchParams(search).get('logout') === '1' ? { kind: 'sign-out' } : { kind: 'go', to: '/' }
  }
  if (route.guest === 'yes') return { kind: 'show' }
  if (!signedIn) return { kind: 'go', to: loginPath, remember: true }
  return forceChangePassword && `/${route.path}` !== changePasswordPath ? { kind: 'go', to: changePasswordPath } : { kind: 'show' }
}
