import { intlTag, type Locale } from '#schemas/rules/locales.ts'
import type { Gender, Unit } from './groups.ts'
import { russianForm } from './russian-words.ts'

/** Currencies whose names are feminine, or neuter, by language; all others are masculine. */
const feminine: Partial<Record<Locale, string>> = {
  ru: 'UAH TRY SEK NOK DKK CZK ISK INR PKR LKR IDR JPY KRW SYP LBP',
  ar: 'TRY SYP LBP INR PKR LKR IDR SEK NOK DKK CZK ISK UAH',
  es: 'GBP EGP SYP LBP SDG TRY INR PKR LKR IDR SEK NOK DKK CZK ISK UAH',
  fr: 'GBP EGP SYP LBP SDG TRY INR PKR LKR IDR SEK NOK DKK CZK ISK UAH',
  it: 'GBP EGP SYP LBP SDG TRY INR PKR LKR IDR SEK NOK DKK CZK ISK UAH',
  de: 'TRY INR PKR LKR IDR SEK NOK DKK CZK ISK UAH',
}
const neuter: Partial<Record<Locale, string>> = { ru: 'EUR' }

const genderOf = (currency: string, locale: Locale): Gender =>
  feminine[locale]?.includes(currency) ? 'f' : neuter[locale]?.includes(currency) ? 'n' : 'm'

/** Names of rial and toman: of one, and of several. */
const iranian: Record<'IRR' | 'IRT', Record<Locale, readonly [one: string, several: string]>> = {
  IRR: {
    fa: ['ریال', 'ریال'],
    en: ['rial', 'rials'],
    ar: ['ريال', 'ريال'],
    fr: ['rial', 'rials'],
    tr: ['riyal', 'riyal'],
    es: ['rial', 'riales'],
    ru: ['риал', 'риалов'],
    de: ['Rial', 'Rial'],
    it: ['rial', 'rial'],
    zh: ['里亚尔', '里亚尔'],
  },
  IRT: {
    fa: ['تومان', 'تومان'],
    en: ['toman', 'tomans'],
    ar: ['تومان', 'تومان'],
    fr: ['toman', 'tomans'],
    tr: ['tümen', 'tümen'],
    es: ['tomán', 'tomanes'],
    ru: ['томан', 'томанов'],
    de: ['Toman', 'Toman'],
    it: ['toman', 'toman'],
    zh: ['土曼', '土曼'],
  },
}

type ArabicForms = readonly [one: string, two: string, few: string, many: string]

/** A masculine noun of Arabic with its adjective. */
const arabicNoun = (one: string, several: string, adjective = ''): ArabicForms =>
  adjective === ''
    ? [one, `${one}ان`, several, `${one}ًا`]
    : [`${one} ${adjective}`, `${one}ان ${adjective}ان`, `${several} ${adjective}ة`, `${one}ًا ${adjective}ًا`]

/** Pounds of the Levant, which are feminine. */
const lira = (one: string, two: string): ArabicForms => [`ليرة ${one}`, `ليرتان ${two}`, `ليرات ${one}`, `ليرة ${one}`]

const arabicForms: Record<string, ArabicForms | undefined> = {
  IRR: arabicNoun('ريال', 'ريالات'),
  IRT: arabicNoun('تومان', 'تومانات'),
  USD: arabicNoun('دولار', 'دولارات', 'أمريكي'),
  SAR: arabicNoun('ريال', 'ريالات', 'سعودي'),
  QAR: arabicNoun('ريال', 'ريالات', 'قطري'),
  OMR: arabicNoun('ريال', 'ريالات', 'عماني'),
  AED: arabicNoun('درهم', 'دراهم', 'إماراتي'),
  IQD: arabicNoun('دينار', 'دنانير', 'عراقي'),
  KWD: arabicNoun('دينار', 'دنانير', 'كويتي'),
  EUR: ['يورو', 'يورو', 'يورو', 'يورو'],
  GBP: arabicNoun('جنيه', 'جنيهات', 'إسترليني'),
  EGP: arabicNoun('جنيه', 'جنيهات', 'مصري'),
  CNY: arabicNoun('يوان', 'يوانات', 'صيني'),
  TRY: lira('تركية', 'تركيتان'),
  SYP: lira('سورية', 'سوريتان'),
  LBP: lira('لبنانية', 'لبنانيتان'),
}

/** What an amount of a currency counts, in the forms of the locale. */
export function currencyUnitWords(currency: string, locale: Locale): Unit {
  const gender = genderOf(currency, locale)
  if (currency === 'IRR' || currency === 'IRT') {
    const [one, several] = iranian[currency][locale]
    const form = (digits: string): string =>
      locale === 'ru' ? russianForm(Number(digits.slice(-2)), [one, `${one}а`, several]) : isOne(digits, locale) ? one : several
    return { gender, form, arabic: locale === 'ar' ? arabicForms[currency] : undefined }
  }
  return { gender, form: (digits) => nameOf(currency, locale, digits), arabic: locale === 'ar' ? arabicForms[currency] : undefined }
}

/** French counts nothing as one. */
const isOne = (digits: string, locale: Locale): boolean => digits === '1' || (digits === '0' && locale === 'fr')

function nameOf(currency: string, locale: Locale, digits: string): string {
  try {
    // The last digits decide the form; so that it is not that of one, larger numbers keep one digit more.
    const amount = Number(digits.length > 3 ? `1${digits.slice(-3)}` : digits)
    const parts = new Intl.NumberFormat(intlTag(locale), {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      maximumFractionDigits: 0,
    }).formatToParts(amount)
    const name = parts.find((part) => part.type === 'currency')?.value ?? ''
    // The own currency of a locale may have a sign in place of its name.
    return /\p{L}/u.test(name) ? name : (new Intl.DisplayNames([intlTag(locale)], { type: 'currency' }).of(currency) ?? currency)
  } catch {
    return currency
  }
}
