import { create } from 'zustand'
import { panelConfig } from './config.ts'
import { readStored, writeStored } from './storage.ts'
import { readToken } from './token.ts'

export interface SessionUser {
  id: number
  username: string
  name_full: string
}

/** An administrator's own session, stored while he acts as another user. */
export interface AdminSession {
  user: SessionUser | null
  locale: string | null
  timezone: string | null
  route: string
}

export interface AuthState {
  token: string | null
  user: SessionUser | null
  /** From `preferences.panel_locale`. */
  locale: string | null
  /** From `preferences.timezone`. */
  timezone: string | null
  twoFA: boolean
  forceChangePassword: boolean
  /** A role of the user requires a second factor, and there is none. */
  secondFactorRequired: boolean
  wantedRoute: string | null
  adminToken: string | null
  adminSession: AdminSession | null
}

export interface SettingsState {
  /** Null until the user chooses: then the window's width decides. */
  sidebarCollapsed: boolean | null
  scheme: 'light' | 'dark' | 'system'
  /** Chosen before anybody signed in. */
  locale: string | null
  /** Whether keys without Ctrl are heard wherever the focus is. */
  pageKeys: boolean
}

export interface PersistedState {
  auth: AuthState
  settings: SettingsState
  cart: Record<string, unknown>
  division: Record<string, unknown>
}

/** What `login` and `impersonate` answer. */
export interface SignInResults {
  token: string
  user: SessionUser
  preferences?: { panel_locale?: string | null; timezone?: string | null }
  two_fa?: boolean
  password_force_change?: boolean
  second_factor_required?: boolean
}

const signedOut: AuthState = {
  token: null,
  user: null,
  locale: null,
  timezone: null,
  twoFA: false,
  forceChangePassword: false,
  secondFactorRequired: false,
  wantedRoute: null,
  adminToken: null,
  adminSession: null,
}

/** Initial state of a user who opens the panel for the first time. */
export const emptyState = (): PersistedState => ({
  auth: { ...signedOut },
  settings: { sidebarCollapsed: null, scheme: 'system', locale: null, pageKeys: true },
  cart: {},
  division: {},
})

function restoredState(): PersistedState {
  const empty = emptyState()
  const stored = typeof window === 'undefined' ? null : readStored<Partial<PersistedState>>(panelConfig.storage)
  if (!stored) return empty
  return {
    // Without a token nobody is signed in, whatever else is stored.
    auth: stored.auth?.token ? { ...empty.auth, ...stored.auth } : { ...empty.auth, wantedRoute: stored.auth?.wantedRoute ?? null },
    settings: { ...empty.settings, ...stored.settings },
    cart: stored.cart ?? {},
    division: stored.division ?? {},
  }
}

/** Session and preferences; other stored data of the panel is kept elsewhere. */
export const useSessionStore = create<PersistedState>()(() => restoredState())

/** The part that is stored; the session itself only if the configuration allows the token to be stored. */
export function persistable(state: PersistedState, tokenUse = panelConfig.token_use): PersistedState {
  if (tokenUse) return state
  const { token: _token, adminToken: _adminToken, ...auth } = signedOut
  return { ...state, auth: { ...auth, wantedRoute: state.auth.wantedRoute } as AuthState }
}

const withoutRoute = (state: PersistedState): PersistedState => ({ ...state, auth: { ...state.auth, wantedRoute: null } })

let locked = false
/** A tab whose user changed elsewhere writes nothing any more. */
export const lockStorage = () => {
  locked = true
}

useSessionStore.subscribe((state) => {
  if (locked || typeof window === 'undefined') return
  const persisted = persistable(state)
  writeStored(panelConfig.storage, persisted, withoutRoute(persisted))
})

export const setAuth = (change: Partial<AuthState>) => useSessionStore.setState((state) => ({ auth: { ...state.auth, ...change } }))
export const setSettings = (change: Partial<SettingsState>) =>
  useSessionStore.setState((state) => ({ settings: { ...state.settings, ...change } }))
export const sessionToken = () => useSessionStore.getState().auth.token
export const isSignedIn = () => sessionToken() !== null

/** Session as documents and screens see it. */
export interface Session {
  token: string | null
  id: string | null
  user: SessionUser | null
  roles: string[]
  isAdmin: boolean
  isDeveloper: boolean
  locale: string | null
  timezone: string | null
  twoFA: boolean
  forceChangePassword: boolean
}

/** Adds the token's payload to the response of the sign-in. */
export function describeSession(auth: AuthState): Session {
  const { sessionId, roles, isAdmin, isDeveloper } = readToken(auth.token)
  const { token, user, locale, timezone, twoFA, forceChangePassword } = auth
  return { token, id: sessionId, user, roles, isAdmin, isDeveloper, locale, timezone, twoFA, forceChangePassword }
}

export const currentSession = () => describeSession(useSessionStore.getState().auth)
