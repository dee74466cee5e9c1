import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** Numbers of Iran that people type from a card or a letter, by the format that a schema names. */
export const identifierFormats = ['national-code', 'card', 'sheba', 'postal-code'] as const
export type IdentifierFormat = (typeof identifierFormats)[number]

export const isIdentifierFormat = (format: unknown): format is IdentifierFormat => identifierFormats.includes(format as IdentifierFormat)

const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits)

/**
 * Ten digits, the last of which is the check digit; ten equal digits fit the sum and belong to nobody.
 * @source Iran's civil registration: weights 10 to 2, modulo 11
 */
export function isNationalCode(text: string): boolean {
  if (!/^\d{10}$/.test(text) || isOneDigit(text)) return false
  const rest = [...text].slice(0, 9).reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0) % 11
  return Number(text[9]) === (rest < 2 ? rest : 11 - rest)
}

/** Sixteen digits of a bank card. @source ISO/IEC 7812-1, Luhn algorithm */
export function isCardNumber(text: string): boolean {
  if (!/^\d{16}$/.test(text) || isOneDigit(text)) return false
  const sum = [...text].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** `IR` and 24 digits, two of which are the check digits. @source ISO 13616 (IBAN), ISO 7064 modulo 97 */
export const isSheba = (text: string): boolean => /^IR\d{24}$/.test(text) && BigInt(`${text.slice(4)}1827${text.slice(2, 4)}`) % 97n === 1n

/** Ten digits, the first of which is no zero. @source Iran Post */
export const isPostalCode = (text: string): boolean => /^[1-9]\d{9}$/.test(text) && !isOneDigit(text)

export const identifierChecks: Readonly<Record<IdentifierFormat, (text: string) => boolean>> = {
  'national-code': isNationalCode,
  card: isCardNumber,
  sheba: isSheba,
  'postal-code': isPostalCode,
}

/** Spaces, hyphens and marks of direction, which are written between the digits and are not part of the number. */
const separators = /[\s\-_./\u2010-\u2015\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A number as it is stored, from any writing of it: Latin digits without separators, `IR` before those of a sheba. Whatever else
 * stands in it stays, so that it is refused. `parseIdentifier('sheba', '۸۲ ۰۵۴۰ …') === 'IR820540…'`
 */
export function parseIdentifier(format: IdentifierFormat, text: string): string {
  const plain = toLatinDigits(text).replace(separators, '').toUpperCase()
  return format === 'sheba' && /^\d+$/.test(plain) ? `IR${plain}` : plain
}

/** The same from a spreadsheet, which drops the zeros that a national code begins with. */
export function parseIdentifierCell(format: IdentifierFormat, text: string): string {
  const plain = parseIdentifier(format, text)
  const padded = plain.padStart(10, '0')
  return format === 'national-code' && /^\d{8,9}$/.test(plain) && isNationalCode(padded) ? padded : plain
}

/** A stored number in the groups in which people read it out: those of a card and of a sheba have four characters. */
export const formatIdentifier = (text: string): string => (/^(?:IR\d+|\d{11,16})$/.test(text) ? groupByFour(text) : text)

/** `groupByFour('6037991899999999') === '6037 9918 9999 9999'` */
export const groupByFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
