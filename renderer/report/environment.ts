import type { FixtureDocumentEnvironment } from '#schemas/types/contract.d.ts'
import { activeTimezone } from '#renderer/api/request.ts'
import { activeLocale } from '#renderer/locale/active-locale.ts'
import { currentSession, useSessionStore } from '#renderer/session/session.ts'

/** The environment of a recording that began at a moment (ISO 8601) in this tab. */
export function environmentAt(clock: string): FixtureDocumentEnvironment {
  const { user, roles, isAdmin, isDeveloper } = currentSession()
  const { scheme } = useSessionStore.getState().settings
  const isDark = scheme === 'dark' || (scheme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  return {
    clock,
    timezone: activeTimezone(),
    locale: activeLocale(),
    ...(isDark && { scheme: 'dark' }),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    ...(user && { user: { ...user, roles, ...(isAdmin && { is_admin: true }), ...(isDeveloper && { is_developer: true }) } }),
  }
}
