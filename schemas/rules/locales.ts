/** The interface locales, in the order in which they are offered. */
export const locales = ['fa', 'en', 'ar', 'fr', 'tr', 'es', 'ru', 'de', 'it', 'zh'] as const
export type Locale = (typeof locales)[number]

/** The short list that some parts of the interface offer instead of all ten. */
export const shortLocales = ['fa', 'en', 'fr', 'ru'] as const satisfies readonly Locale[]

/** Each locale's name in its own language. */
export const nativeNames: Record<Locale, string> = {
  fa: 'فارسی',
  en: 'English',
  ar: 'العربية',
  fr: 'Français',
  tr: 'Türkçe',
  es: 'Español',
  ru: 'Русский',
  de: 'Deutsch',
  it: 'Italiano',
  zh: '中文',
}

export type DigitSet = 'latin' | 'persian' | 'arabic'

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && (locales as readonly string[]).includes(value)

export const isRtl = (locale: string): boolean => locale === 'fa' || locale === 'ar'

export const directionOf = (locale: string): 'rtl' | 'ltr' => (isRtl(locale) ? 'rtl' : 'ltr')

export const digitSetOf = (locale: string): DigitSet => (locale === 'fa' ? 'persian' : locale === 'ar' ? 'arabic' : 'latin')

/** BCP 47 tag for `Intl`, with the digit set that the panel shows in that locale. */
export const intlTag = (locale: string): string =>
  `${isLocale(locale) ? locale : 'en'}-u-nu-${{ latin: 'latn', persian: 'arabext', arabic: 'arab' }[digitSetOf(locale)]}`

/** Locale of a user who has chosen none: fa if it is configured, otherwise the first configured one. */
export function defaultLocale(configured: readonly string[]): Locale {
  const known = configured.filter(isLocale)
  return known.includes('fa') ? 'fa' : (known[0] ?? 'en')
}

/** The first of `wanted` (a choice, an `Accept-Language` header, …) that is configured, otherwise the default. */
export function resolveLocale(wanted: readonly (string | null | undefined)[], configured: readonly string[]): Locale {
  for (const header of wanted) {
    for (const part of (header ?? '').slice(0, 500).split(',')) {
      const language = part.split(';')[0]!.trim().toLowerCase().split(/[-_]/)[0]
      if (isLocale(language) && configured.includes(language)) return language
    }
  }
  return defaultLocale(configured)
}
