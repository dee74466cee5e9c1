import { digitSetOf } from '#schemas/rules/locales.ts'

const persian = '۰۱۲۳۴۵۶۷۸۹'
const arabic = '٠١٢٣٤٥٦٧٨٩'

/** Replaces Persian, Arabic-Indic and full-width digits by Latin ones. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[۰-۹٠-٩０-９]/g, (digit) =>
    String((digit.charCodeAt(0) & 0xff00) === 0xff00 ? digit.charCodeAt(0) - 0xff10 : digit.charCodeAt(0) & 0xf),
  )

/** Digits as the locale shows them: Persian in fa, Arabic-Indic in ar, Latin elsewhere. */
export function localiseDigits(text: string | number, locale: string): string {
  const latin = toLatinDigits(String(text))
  const set = digitSetOf(locale)
  if (set === 'latin') return latin
  const digits = set === 'persian' ? persian : arabic
  return latin.replace(/[0-9]/g, (digit) => digits[Number(digit)]!)
}

const code = /^\d[\d\-/ ]*$/
const leadingCode = /^\d[\d\-/]*(?=\s[^\d\p{Script=Latin}]*$)/u

/**
 * A number that names something (`1403-0017`, a postal code) in the digits of the locale, without groups; any other text as it is.
 * In the title of a record, which may begin with its code, that code too: `1101 صندوق`.
 */
export const localiseCode = (text: string, locale: string, isTitle = false): string =>
  code.test(text) ? localiseDigits(text, locale) : isTitle ? text.replace(leadingCode, (digits) => localiseDigits(digits, locale)) : text

/**
 * Text as the search compares it: Arabic letters as Persian ones, no marks, joiners or case, Latin digits, collapsed
 * spaces. `foldText('كِتاب‌هاي ۱۲') === 'کتابهای 12'`
 */
export function foldText(text: string): string {
  return toLatinDigits(text)
    .normalize('NFKD')
    .replace(/[\p{Mn}\u0640\u200b-\u200f\u061c\u2066-\u2069\ufeff]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[يىے]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ةہۀە]/g, 'ه')
    .replace(/ٱ/g, 'ا')
    .replace(/ı/g, 'i')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
}

const commaDecimal = new Set(['fr', 'tr', 'es', 'ru', 'de', 'it'])

/**
 * Reads a typed number as a decimal string (`'-1234.50'`); undefined if the text is not a number. Accepts all digit
 * sets, grouping in threes (comma, `٬`, `،`, space, apostrophe) and one decimal separator: point, `٫` or the Persian
 * slash. In a locale with a decimal comma the comma separates decimals and the point groups. A separator must be
 * followed by digits. Trailing zeros are kept, leading zeros are not.
 */
export function parseNumber(text: string, locale = 'en'): string | undefined {
  if (text.length > 200) return undefined
  let body = toLatinDigits(text)
    .replace(/[\u200b-\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/\u2212/g, '-')
    .trim()
  const negative = body.startsWith('-')
  if (/^[+-]/.test(body)) body = body.slice(1)
  if (commaDecimal.has(locale)) body = pointsToCommas(body)
  const [whole = '', fraction, ...more] = body.split(/[./٫]/)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  if (!/^(\d*|\d{1,3}([,٬،'’\u0020\u00a0\u202f\u2009]\d{3})+)$/.test(whole) || (whole === '' && !fraction)) return undefined
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  const number = fraction ? `${digits}.${fraction}` : digits
  return negative && /[1-9]/.test(number) ? `-${number}` : number
}

/** `1.234,5` to `1,234.5`. A point that does not group (`12.5`) stays a decimal point. */
function pointsToCommas(body: string): string {
  const [whole = '', fraction] = body.split(',')
  if (body.split(',').length > 2) return body
  if (fraction === undefined) return /^\d{1,3}([.]\d{3})+$/.test(whole) ? whole.replace(/[.]/g, ',') : body
  return `${whole.replace(/[.]/g, ',')}.${fraction}`
}
