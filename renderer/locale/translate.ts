import i18next, { type TOptions } from 'i18next'
import { directionOf } from '#schemas/rules/locales.ts'
import { panelConfig } from '#renderer/session/config.ts'
import { preferredLocale, useActiveLocale } from './active-locale.ts'

/** One file a locale, fetched when the locale is first shown. */
const files = import.meta.glob<Record<string, unknown>>('./messages/*.json', { import: 'default' })

const i18n = i18next.createInstance()
void i18n.init({
  lng: preferredLocale(),
  fallbackLng: false,
  resources: {},
  initAsync: false,
  showSupportNotice: false,
  // Texts are plain: React escapes them. Insertions look as they do in documents.
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
} as Parameters<typeof i18n.init>[0])

/** Text of a message key (`shell.refresh`) in the active locale; the key itself when there is none. */
export const translate = (key: string, values?: TOptions): string => i18n.t(key, values ?? {}) as string

export const hasMessage = (key: string) => i18n.exists(key)

async function loadMessages(locale: string): Promise<void> {
  if (i18n.hasResourceBundle(locale, 'translation')) return
  const load = files[`./messages/${locale}.json`]
  if (!load) throw new Error(`There are no messages for the locale ${locale}.`)
  i18n.addResourceBundle(locale, 'translation', await load())
}

/** Shows a locale: loads its messages, then turns texts, direction and document language over at once. */
export async function showLocale(locale: string = preferredLocale()): Promise<void> {
  if (!panelConfig.locales.includes(locale)) return
  await loadMessages(locale)
  await i18n.changeLanguage(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  useActiveLocale.setState({ locale })
}
