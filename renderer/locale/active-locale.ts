import { create } from 'zustand'
import { panelConfig } from '#renderer/session/config.ts'
import { useSessionStore } from '#renderer/session/session.ts'

/** The session's own locale, else the one chosen before signing in, else the default; only configured ones count. */
export function preferredLocale(): string {
  const { auth, settings } = useSessionStore.getState()
  const wanted = [auth.locale, settings.locale].find((locale) => locale !== null && panelConfig.locales.includes(locale))
  return wanted ?? panelConfig.default_locale
}

/** The locale whose messages are loaded and shown. */
export const useActiveLocale = create<{ locale: string }>()(() => ({ locale: preferredLocale() }))

export const activeLocale = () => useActiveLocale.getState().locale
