import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { codeOfNumber, zeroIsTrunk } from './dialling-codes.ts'

export type PhoneKind = 'mobile' | 'phone'

/** @source specification, display formats of mobile and other numbers, behind a country code and without one */
const groups: Record<PhoneKind, { withCode: readonly number[]; alone: readonly number[] }> = {
  mobile: { withCode: [3, 3, 4], alone: [4, 3, 4] },
  phone: { withCode: [2, 4, 4], alone: [3, 4, 4] },
}

/** The country code of Iran, whose numbers are written without it. */
export const homeCode = '98'

/** Most digits of a number: 15 of E.164, and room for a prefix or an extension. */
const mostDigits = 20

/** Invisible characters that pasted text may contain. */
const invisible = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** The digits of a text, in Latin form, without all other characters. */
export const phoneDigits = (text: string): string => toLatinDigits(text).replace(/\D/g, '').slice(0, mostDigits)

/**
 * A number in the three groups in which people read it; extra digits are added to the last group.
 * `formatPhone('9121234567', 'mobile', true) === '912 123 4567'`
 */
export function formatPhone(number: string, kind: PhoneKind, withCode: boolean): string {
  const digits = phoneDigits(number)
  const [first = 0, second = 0] = groups[kind][withCode ? 'withCode' : 'alone']
  return [digits.slice(0, first), digits.slice(first, first + second), digits.slice(first + second)].filter((part) => part !== '').join(' ')
}

/** The national number after a country code: without the zero that is dialled only within the country. */
export const withoutTrunk = (number: string, code: string): string => (zeroIsTrunk.has(code) ? number.replace(/^0/, '') : number)

/**
 * Splits a number in international form (`+98 912 123 4567`, `0098…`, `+98 (0)912…`). Undefined for any other text, and
 * for a code that does not exist.
 */
export function readInternational(text: string): { code: string; number: string } | undefined {
  const latin = toLatinDigits(text)
    .replace(invisible, '')
    .replace(/^\s*tel:/i, '')
    .trim()
  if (!/^(\+|00)[\d\s().\-\u2010-\u2015/]+$/.test(latin)) return undefined
  const digits = latin
    .replace(/^(\+|00)/, '')
    .replace(/\(0\)/, '')
    .replace(/\D/g, '')
  const code = codeOfNumber(digits)
  return code === undefined || digits.length > mostDigits ? undefined : { code, number: withoutTrunk(digits.slice(code.length), code) }
}

/**
 * Splits a number that names its country: in international form, or a mobile number of the site's own country after its
 * code without `+` (`98 912 123 4567`), as it is often copied.
 */
export function readPasted(text: string, kind: PhoneKind): { code: string; number: string } | undefined {
  const international = readInternational(text)
  if (international || kind !== 'mobile' || !isWritten(text)) return international
  const number = /^98(9\d{9})$/.exec(phoneDigits(text))?.[1]
  return number === undefined ? undefined : { code: homeCode, number }
}

/**
 * A mobile number in international form, from any way of writing it; undefined if the text is not one.
 * `internationalMobile('0912 123 4567') === '+989121234567'`
 */
export function internationalMobile(text: string): string | undefined {
  const international = readInternational(text)
  if (international) return `+${international.code}${international.number}`
  const home = isWritten(text) ? /^(?:0|98)?(9\d{9})$/.exec(phoneDigits(text))?.[1] : undefined
  return home && `+${homeCode}${home}`
}

/** Kind of a stored number: `{ country_code, phone }` or `{ country_code, mobile }`; undefined for any other object. */
export function phoneKindOf(value: object): PhoneKind | undefined {
  return 'mobile' in value ? 'mobile' : 'phone' in value ? 'phone' : undefined
}

/** The kind by which a number is grouped: a mobile number of the home country is one in a field for any telephone as well. */
const groupedAs = (kind: PhoneKind, number: string, code: string): PhoneKind =>
  (code === homeCode && /^9\d{9}$/.test(number)) || (code === '' && /^09\d{9}$/.test(number)) ? 'mobile' : kind

/** A number in one line, with its country code if it has one. */
function inOneLine(number: string, kind: PhoneKind, code: string): string {
  const grouped = formatPhone(number, groupedAs(kind, phoneDigits(number), code), code !== '')
  return code === '' ? grouped : `+${code} ${grouped}`
}

/** A number that is stored as text, in one readable line: `+98 912 123 4567`, `0912 123 4567`; undefined if the text is not a number. */
export function numberText(value: string, kind: PhoneKind): string | undefined {
  const international = readInternational(value)
  if (international) return inOneLine(international.number, kind, international.code)
  return /\d/.test(toLatinDigits(value)) && isWritten(value) && !value.includes('+') ? inOneLine(value, kind, '') : undefined
}

/** A stored number in one line, from left to right: `+98 912 123 4567`; undefined if it is not a number. */
export function phoneText(value: object): string | undefined {
  const kind = phoneKindOf(value)
  if (kind === undefined) return undefined
  const { country_code: code, [kind]: number } = value as Record<string, unknown>
  const isPart = (part: unknown): part is string | number => (typeof part === 'string' && part !== '') || typeof part === 'number'
  const known = isPart(code) ? phoneDigits(String(code)) : ''
  return isPart(number) ? inOneLine(String(number), kind, known) : known === '' ? undefined : `+${known}`
}

interface NumberParts {
  code: string
  number: string
}

/** The stored parts of a number: `{ country_code, mobile }`, or the number alone. */
const readParts = (value: unknown, kind: PhoneKind): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { [kind]: value }

/** Whether a part contains only digits of any script and the characters that people group them with. */
const isWritten = (part: unknown): boolean => {
  const text = toLatinDigits(String(part ?? ''))
    .replace(invisible, '')
    .trim()
  return text === '' || (/^[+\d\s().\-\u2010-\u2015/]*$/.test(text) && /\d/.test(text))
}

/** The parts of a stored number, whatever its form: `{ country_code, mobile }`, digits, or international form. */
function partsOf(value: unknown, kind: PhoneKind): NumberParts {
  const { country_code: code, [kind]: number } = readParts(value, kind)
  const text = String(number ?? '')
  const international = readInternational(text)
  if (international && !code) return international
  const digits = phoneDigits(String(code ?? ''))
  return { code: digits, number: digits === '' ? phoneDigits(text) : withoutTrunk(phoneDigits(text), digits) }
}

/**
 * Key of the message for an invalid number; undefined if the number is valid or empty. Numbers of other countries are
 * checked by their length.
 * @source ITU-T E.164: 15 digits at most
 */
export function phoneFault(value: unknown, kind: PhoneKind): 'rules.mobile' | 'rules.phone' | undefined {
  const storedParts = readParts(value, kind)
  if (!isWritten(storedParts.country_code) || !isWritten(storedParts[kind])) return `rules.${kind}`
  const { code, number } = partsOf(value, kind)
  if (number === '') return undefined
  if (code !== '' && codeOfNumber(code) !== code) return `rules.${kind}`
  if (kind === 'mobile' && (code === homeCode ? !/^9\d{9}$/.test(number) : code === '' && number.startsWith('09') && number.length !== 11))
    return 'rules.mobile'
  return number.length < 4 || number.length > 14 || code.length + number.length > 15 ? 'rules.phone' : undefined
}

/** Whether a value can be a number of this kind; an empty one can. */
export const isPhone = (value: unknown, kind: PhoneKind): boolean => phoneFault(value, kind) === undefined
