import type { ChallengeAnswer } from '#schemas/types/contract.d.ts'
import { panelConfig } from './config.ts'
import { setAuth, setSettings, useSessionStore, type AuthState, type SignInResults } from './session.ts'
import { safeRoute } from './wanted-route.ts'

const signedInAs = (results: SignInResults): Partial<AuthState> => ({
  token: results.token,
  user: results.user,
  locale: configuredLocale(results.preferences?.panel_locale),
  timezone: results.preferences?.timezone ?? null,
  twoFA: results.two_fa === true,
  forceChangePassword: results.password_force_change === true,
  secondFactorRequired: results.second_factor_required === true,
})

const configuredLocale = (locale: string | null | undefined) => (locale && panelConfig.locales.includes(locale) ? locale : null)

/**
 * Begins a session from the response of `login`, and returns the path to go to: the requested route (which the guard
 * clears on arrival), otherwise home.
 */
export function beginSession(results: SignInResults): string {
  const wanted = useSessionStore.getState().auth.wantedRoute
  setAuth({ ...signedInAs(results), adminToken: null, adminSession: null })
  if (useSessionStore.getState().auth.locale) setSettings({ locale: useSessionStore.getState().auth.locale })
  return safeRoute(wanted)
}

/** Uses the language and the time zone that the signed-in user has saved; `show` loads the texts of a language. */
export async function takePreferences(results: SignInResults['preferences'], show: (locale: string) => Promise<unknown>): Promise<void> {
  const locale = configuredLocale(results?.panel_locale)
  if (locale) await show(locale)
  setAuth({ locale, timezone: results?.timezone ?? null })
  if (locale) setSettings({ locale })
}

/** Removes the signed-in user, and an impersonating administrator; the requested route stays unless specified otherwise. */
export function endSession({ keepWanted = true } = {}): void {
  const { wantedRoute } = useSessionStore.getState().auth
  setAuth({
    token: null,
    user: null,
    locale: null,
    timezone: null,
    twoFA: false,
    forceChangePassword: false,
    secondFactorRequired: false,
    adminToken: null,
    adminSession: null,
    wantedRoute: keepWanted ? wantedRoute : null,
  })
}

/** Remembers the requested route; paths for signing in are never remembered. */
export function rememberRoute(path: string): void {
  if (!/^\/?(auth(\/|$|\?)|forbidden(\/|$|\?))/.test(path)) setAuth({ wantedRoute: path })
}

/** Whether a response signs the user in. */
export const isSignIn = (results: unknown): results is SignInResults =>
  typeof results === 'object' &&
  results !== null &&
  typeof (results as SignInResults).token === 'string' &&
  (results as SignInResults).token !== '' &&
  typeof (results as SignInResults).user === 'object' &&
  (results as SignInResults).user !== null

/** Whether a response is a step that is left before the user is signed in. */
export const isChallenge = (value: unknown): value is ChallengeAnswer =>
  value !== null && typeof value === 'object' && typeof (value as ChallengeAnswer).challenge === 'string' && 'form' in value

/** Puts on the session of another user; the caller continues at the returned path (`continueAt`). */
export function enterImpersonation(results: SignInResults, route: string): string {
  const { token, user, locale, timezone, adminToken } = useSessionStore.getState().auth
  if (adminToken) throw new Error('A worn session cannot put on another one.')
  setAuth({ ...signedInAs(results), adminToken: token, adminSession: { user, locale, timezone, route } })
  return '/'
}

/** Returns to the administrator's own session; the caller continues at the returned path (`continueAt`). */
export function exitImpersonation(): string {
  const { adminToken, adminSession } = useSessionStore.getState().auth
  if (!adminToken) return '/'
  setAuth({
    token: adminToken,
    user: adminSession?.user ?? null,
    locale: adminSession?.locale ?? null,
    timezone: adminSession?.timezone ?? null,
    forceChangePassword: false,
    secondFactorRequired: false,
    adminToken: null,
    adminSession: null,
  })
  return safeRoute(adminSession?.route)
}
