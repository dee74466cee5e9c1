import { roundDecimal, toDecimal } from './decimal.ts'
import { localiseDigits } from './digits.ts'
import { intlTag, isLocale, type Locale } from './locales.ts'

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

/** Forms beside the one of fractions and of numbers without a form of their own. @source CLDR, plural rules of Russian */
const rialForms: Partial<Record<Locale, Partial<Record<Intl.LDMLPluralRule, string>>>> = {
  ru: { one: 'риал', few: 'риала', many: 'риалов' },
}

const separatorCache = new Map<string, { group: string; decimal: string }>()

/** Grouping and decimal separators of a locale; the Persian decimal separator is a slash. */
export function numberSeparators(locale: string): { group: string; decimal: string } {
  let found = separatorCache.get(locale)
  if (!found) {
    const parts = new Intl.NumberFormat(intlTag(locale), { useGrouping: 'always' } as Intl.NumberFormatOptions).formatToParts(1234567.5)
    const part = (type: string, otherwise: string) => parts.find((entry) => entry.type === type)?.value ?? otherwise
    found = { group: part('group', ','), decimal: locale === 'fa' ? '/' : part('decimal', '.') }
    separatorCache.set(locale, found)
  }
  return found
}

/**
 * A number with the locale's digits and separators, grouped by thousands. With `decimals` it is rounded to exactly that
 * many, else it keeps those it has. What is no number comes back as it is.
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

/** The rial in words, in the form that goes with an amount as it is written, e.g. `5.00`. */
function rialFor(amount: string, locale: Locale): string {
  const forms = rialForms[locale]
  if (!forms) return rial[locale]
  const decimals = amount.split('.')[1]?.length ?? 0
  // The last digits decide; a float does not hold all of a large amount.
  const form = new Intl.PluralRules(intlTag(locale), { minimumFractionDigits: decimals }).select(Number(amount.slice(-9).replace('-', '')))
  return forms[form] ?? rial[locale]
}

/** Name of a currency as an amount carries it: the rial in words, others by code or the locale's symbol. */
export function currencyUnit(currency: string, locale: string, amount: string): string {
  if (currency === 'IRR') return rialFor(amount, isLocale(locale) ? locale : 'en')
  try {
    const parts = new Intl.NumberFormat(intlTag(locale), { style: 'currency', currency, currencyDisplay: 'symbol' }).formatToParts(1)
    return parts.find((part) => part.type === 'currency')?.value ?? currency
  } catch {
    return currency
  }
}

/**
 * An amount with its unit, two decimals, grouped: `1,234.50 Rial`, in fa `۱٬۲۳۴/۵۰ ریال`. Takes a decimal string; a
 * number too, for data that never was money on the wire.
 */
export function formatMoney(amount: string | number, currency = 'IRR', locale = 'en', decimals = 2): string {
  const exact = toDecimal(amount)
  if (exact === undefined) return String(amount)
  return `${formatNumber(exact, locale, { decimals })}\u00a0${currencyUnit(currency, locale, roundDecimal(exact, decimals))}`
}
