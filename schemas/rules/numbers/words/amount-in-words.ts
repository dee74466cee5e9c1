import { isLocale, type Locale } from '#schemas/rules/locales.ts'
import { toDecimal, trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { currencyDecimals } from '#schemas/rules/numbers/money.ts'
import { arabic } from './arabic-words.ts'
import { chinese, chineseDecimals, persian, turkish } from './asian-words.ts'
import { currencyUnitWords } from './currency-units.ts'
import { english, german } from './germanic-words.ts'
import { plainDigits, type WordsLanguage } from './groups.ts'
import { french, italian, spanish } from './romance-words.ts'
import { russian } from './russian-words.ts'

const languages: Record<Locale, WordsLanguage> = {
  fa: persian,
  en: english,
  ar: arabic,
  fr: french,
  tr: turkish,
  es: spanish,
  ru: russian,
  de: german,
  it: italian,
  zh: chinese,
}

const minus: Record<Locale, string> = {
  fa: 'منفی',
  en: 'minus',
  ar: 'سالب',
  fr: 'moins',
  tr: 'eksi',
  es: 'menos',
  ru: 'минус',
  de: 'minus',
  it: 'meno',
  zh: '负',
}

/** Between an amount and its fraction. */
const and: Record<Locale, string> = {
  fa: ' ممیز ',
  en: ' and ',
  ar: ' و',
  fr: ' et ',
  tr: ' ',
  es: ' con ',
  ru: ' ',
  de: ' und ',
  it: ' e ',
  zh: '点',
}

/** Most digits before the decimals that there are words for. */
const mostDigits = 30

/** Tenths, hundredths and so on of Persian. */
const persianParts = ['', 'دهم', 'صدم', 'هزارم', 'ده‌هزارم', 'صدهزارم', 'میلیونیم']

/**
 * An amount in words with its currency, exactly: `amountInWords('1200000', 'IRR', 'fa')` is `یک میلیون و دویست هزار ریال`. A fraction is
 * written as cheques have it, `twelve US dollars and 50/100`, in Persian and Chinese in words. Without a currency it is the number alone.
 * Undefined for what is no number, and for more than 30 digits before the decimals.
 */
export function amountInWords(value: string | number, currency: string | undefined, given: string): string | undefined {
  const exact = toDecimal(value)
  if (exact === undefined) return undefined
  const locale = isLocale(given) ? given : 'en'
  const [whole = '', written = ''] = trimDecimal(exact).replace('-', '').split('.')
  const digits = plainDigits(whole === '' ? '0' : whole)
  if (digits.length > mostDigits) return undefined
  const isNegative = exact.startsWith('-') && /[1-9]/.test(exact)
  const decimals = written === '' ? '' : written.padEnd(currency === undefined ? 0 : currencyDecimals(currency), '0')
  const text = locale === 'zh' ? chineseAmount(digits, decimals, currency) : wordsOf(locale, digits, decimals, currency)
  const signed = isNegative ? `${minus[locale]}${locale === 'zh' ? '' : ' '}${text}` : text
  return signed.charAt(0).toLocaleUpperCase(given) + signed.slice(1)
}

function wordsOf(locale: Locale, digits: string, decimals: string, currency: string | undefined): string {
  const language = languages[locale]
  const unit = currency === undefined ? undefined : currencyUnitWords(currency, locale)
  if (locale === 'fa') {
    const fraction = decimals === '' ? '' : persianFraction(decimals)
    const number = [digits === '0' && fraction !== '' ? '' : persian.whole(digits, 'm'), fraction].filter(Boolean).join(and.fa)
    return [number, unit?.form(digits)].filter(Boolean).join(' ')
  }
  const amount = unit
    ? (language.counted?.(digits, unit) ?? `${language.whole(digits, unit.gender)} ${unit.form(digits)}`)
    : alone(language, digits, locale)
  if (decimals === '') return amount
  return `${amount}${and[locale]}${localiseDigits(`${decimals}/1${'0'.repeat(decimals.length)}`, locale)}`
}

/** A number that counts nothing ends in its own form: `eins`, `uno`. */
function alone(language: WordsLanguage, digits: string, locale: Locale): string {
  const text = language.whole(digits, 'm')
  if (locale === 'de') return text.replace(/ein$/, 'eins')
  if (locale === 'es') return text.replace(/veintiún$/, 'veintiuno').replace(/\bun$/, 'uno')
  return locale === 'it' ? text.replace(/^un$/, 'uno') : text
}

function persianFraction(decimals: string): string {
  const numerator = plainDigits(decimals)
  const name = persianParts[decimals.length]
  return name === undefined
    ? `${localiseDigits(numerator, 'fa')}/${localiseDigits(`1${'0'.repeat(decimals.length)}`, 'fa')}`
    : `${persian.whole(numerator, 'm')} ${name}`
}

/** Yuan have jiao and fen; other amounts read their decimals one by one. A whole amount ends in 整, so that nothing is added. */
function chineseAmount(digits: string, decimals: string, currency: string | undefined): string {
  const whole = chinese.whole(digits, 'm')
  if (currency === 'CNY' && decimals.length <= 2) {
    const [jiao, fen] = [decimals[0] ?? '0', decimals[1] ?? '0']
    if (jiao === '0' && fen === '0') return `${whole}元整`
    const small = `${jiao === '0' ? '零' : `${chineseDecimals(jiao)}角`}${fen === '0' ? '整' : `${chineseDecimals(fen)}分`}`
    return digits === '0' ? small.replace(/^零/, '') : `${whole}元${small}`
  }
  const number = decimals === '' ? whole : `${whole}${and.zh}${chineseDecimals(decimals)}`
  if (currency === undefined) return number
  return `${number}${currencyUnitWords(currency, 'zh').form(digits)}${decimals === '' ? '整' : ''}`
}
