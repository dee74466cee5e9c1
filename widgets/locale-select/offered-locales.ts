import { isLocale, nativeNames, shortLocales } from '#schemas/rules/locales.ts'

export interface LocaleOption {
  value: string
  title: string
}

/** A locale by its name in its own language; an unknown locale by its code. */
export const localeOption = (locale: string): LocaleOption => ({ value: locale, title: isLocale(locale) ? nativeNames[locale] : locale })

/** The offered languages: the four of the short list, otherwise all configured ones; the reader's own language comes first. */
export function offeredLocales(list: 'all' | 'short' | undefined, configured: readonly string[], own: string): LocaleOption[] {
  const offered: readonly string[] = list === 'short' ? shortLocales : configured
  return [...offered.filter((locale) => locale === own), ...offered.filter((locale) => locale !== own)].map(localeOption)
}
