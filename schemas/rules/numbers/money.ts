import { roundDecimal, toDecimal, trimDecimal } from './decimal.ts'
import { localiseDigits } from './digits.ts'
import { intlTag, isLocale, type Locale } from '#schemas/rules/locales.ts'

const rial: Record<Locale, string> = {
  fa: 'ریال',
  en: 'Rial',
  ar: 'ريال',
  fr: 'rial',
  tr: 'riyal',
  es: 'rial',
  ru: 'риала',
  de: 'Rial',
  it: 'rial',
  zh: '里亚尔',
}

const toman: Record<Locale, string> = {
  fa: 'تومان',
  en: 'Toman',
  ar: 'تومان',
  fr: 'toman',
  tr: 'tümen',
  es: 'tomán',
  ru: 'томана',
  de: 'Toman',
  it: 'toman',
  zh: '土曼',
}

type PluralForms = Partial<Record<Locale, Partial<Record<Intl.LDMLPluralRule, string>>>>

/**
 * Currencies of Iran, which Intl names only by their codes: their names and plural forms, besides the form for fractions
 * and the default. They are not counted in fractions. `IRT` is the toman, ten rial; ISO 4217 has no code for it.
 * @source CLDR, plural rules of Russian
 */
const iranian: Record<string, { names: Record<Locale, string>; forms: PluralForms } | undefined> = {
  IRR: { names: rial, forms: { ru: { one: 'риал', few: 'риала', many: 'риалов' } } },
  IRT: { names: toman, forms: { ru: { one: 'томан', few: 'томана', many: 'томанов' } } },
}

/** Codes that may be named as a currency: those of ISO 4217 that are in use, and the toman. */
export const currencyCodes: readonly string[] = [...new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(iranian)])].sort()

/** The name of a currency as an entry of a list: `Toman`, `US Dollar`; the code if the locale has no name for it. */
export function currencyTitle(currency: string, locale: string): string {
  const own = currency === 'IRT' ? iranian[currency] : undefined
  if (!own) return new Intl.DisplayNames([locale], { type: 'currency' }).of(currency) ?? currency
  const name = nameFor(own, '1', isLocale(locale) ? locale : 'en')
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** Decimals of a currency: none for rial and toman, those of ISO 4217 for others, two if no currency is named. */
export function currencyDecimals(currency: string | undefined): number {
  if (currency === undefined) return 2
  if (iranian[currency]) return 0
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/**
 * Decimals that an amount is shown with: those of its currency (or `least`), and its own where it has more, without zeros at the end.
 * `10.55` toman keeps both, `1500.00` toman has none, `12.5` dollars has two.
 */
export const decimalsOf = (amount: string | number, currency: string | undefined, least = currencyDecimals(currency)): number =>
  Math.max(least, trimDecimal(toDecimal(amount) ?? '').split('.')[1]?.length ?? 0)

const separatorCache = new Map<string, { group: string; decimal: string }>()

/** Grouping and decimal separators of a locale; the Persian decimal separator is a slash. */
export function numberSeparators(locale: string): { group: string; decimal: string } {
  let cached = separatorCache.get(locale)
  if (!cached) {
    const parts = new Intl.NumberFormat(intlTag(locale), { useGrouping: 'always' } as Intl.NumberFormatOptions).formatToParts(1234567.5)
    const part = (type: string, otherwise: string) => parts.find((entry) => entry.type === type)?.value ?? otherwise
    cached = { group: part('group', ','), decimal: locale === 'fa' ? '/' : part('decimal', '.') }
    separatorCache.set(locale, cached)
  }
  return cached
}

/**
 * A number with the locale's digits and separators, grouped by thousands. With `decimals` it is rounded to exactly that
 * many, otherwise it keeps its own. A value that is not a number is returned unchanged.
 */
export function formatNumber(
  value: string | number,
  locale: string,
  { decimals, grouping = true }: { decimals?: number; grouping?: boolean } = {},
): string {
  const exact = toDecimal(value)
  if (exact === undefined) return String(value)
  const rounded = decimals === undefined ? exact : roundDecimal(exact, decimals)
  const [whole = '', fraction] = rounded.replace('-', '').split('.')
  const { group, decimal } = numberSeparators(locale)
  const grouped = grouping ? whole.replace(/\B(?=(?:\d{3})+$)/g, group) : whole
  // The mark keeps the minus before the number in right-to-left text, as Intl does.
  const sign = rounded.startsWith('-') && /[1-9]/.test(rounded) ? (locale === 'fa' ? '\u200e−' : locale === 'ar' ? '\u061c-' : '-') : ''
  return sign + localiseDigits(fraction ? grouped + decimal + fraction : grouped, locale)
}

/** The name of a currency in the plural form for an amount as it is written, e.g. `5.00`. */
function nameFor({ names, forms }: { names: Record<Locale, string>; forms: PluralForms }, amount: string, locale: Locale): string {
  const ofLocale = forms[locale]
  if (!ofLocale) return names[locale]
  const decimals = amount.split('.')[1]?.length ?? 0
  // The last digits decide the form; a float cannot hold all digits of a large amount.
  const form = new Intl.PluralRules(intlTag(locale), { minimumFractionDigits: decimals }).select(Number(amount.slice(-9).replace('-', '')))
  return ofLocale[form] ?? names[locale]
}

/** The unit shown with an amount: rial and toman in words, other currencies by code or the locale's symbol. */
export function currencyUnit(currency: string, locale: string, amount: string): string {
  const own = iranian[currency]
  if (own) return nameFor(own, amount, isLocale(locale) ? locale : 'en')
  try {
    const parts = new Intl.NumberFormat(intlTag(locale), { style: 'currency', currency, currencyDisplay: 'symbol' }).formatToParts(1)
    return parts.find((part) => part.type === 'currency')?.value ?? currency
  } catch {
    return currency
  }
}

/**
 * An amount with its unit, grouped, with the decimals of its currency: `1,234 Rial`, `1,234.50 $`. Without a currency it
 * is in rial with two decimals, in fa `۱٬۲۳۴/۵۰ ریال`. Takes a decimal string, or a number for amounts that were never
 * sent as text.
 */
export function formatMoney(amount: string | number, currency?: string, locale = 'en', decimals = currencyDecimals(currency)): string {
  const exact = toDecimal(amount)
  if (exact === undefined) return String(amount)
  return `${formatNumber(exact, locale, { decimals })}\u00a0${currencyUnit(currency ?? 'IRR', locale, roundDecimal(exact, decimals))}`
}
