import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** Numbers that people type from a card or a letter, by their schema format: those of Iran, and any that are digits alone. */
export const identifierFormats = ['national-code', 'company-id', 'card', 'sheba', 'postal-code', 'digits'] as const
export type IdentifierFormat = (typeof identifierFormats)[number]

export const isIdentifierFormat = (format: unknown): format is IdentifierFormat => identifierFormats.includes(format as IdentifierFormat)

const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits)

/**
 * Ten digits, the last of which is the check digit. Ten equal digits have a correct sum but are not issued.
 * @source Iran's civil registration: weights 10 to 2, modulo 11
 */
export function isNationalCode(text: string): boolean {
  if (!/^\d{10}$/.test(text) || isOneDigit(text)) return false
  const rest = [...text].slice(0, 9).reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0) % 11
  return Number(text[9]) === (rest < 2 ? rest : 11 - rest)
}

const companyWeights = [29, 27, 23, 19, 17]

/**
 * The check digit behind the ten digits that the identifier of a company begins with.
 * @source Iran's register of companies: weights 29, 27, 23, 19, 17 twice, each digit raised by the tenth digit and two, modulo 11
 */
export function companyCheckDigit(ten: string): number {
  const raise = Number(ten[9]) + 2
  const rest = [...ten].reduce((sum, digit, at) => sum + (Number(digit) + raise) * companyWeights[at % 5]!, 0) % 11
  return rest % 10
}

/** Eleven digits of a company or another legal person, the last of which is the check digit. */
export const isCompanyId = (text: string): boolean =>
  /^\d{11}$/.test(text) && !isOneDigit(text) && Number(text[10]) === companyCheckDigit(text.slice(0, 10))

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

/**
 * Ten digits, the first of which is not zero.
 * @source Iran Post
 */
export const isPostalCode = (text: string): boolean => /^[1-9]\d{9}$/.test(text) && !isOneDigit(text)

export const identifierChecks: Readonly<Record<IdentifierFormat, (text: string) => boolean>> = {
  'national-code': isNationalCode,
  'company-id': isCompanyId,
  card: isCardNumber,
  sheba: isSheba,
  'postal-code': isPostalCode,
  digits: (text) => /^\d+$/.test(text),
}

/** Spaces, hyphens and direction marks, which are written between the digits and are not part of the number. */
const separators = /[\s\-_./\u2010-\u2015\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A number as it is stored, from any way of writing it: Latin digits without separators, with `IR` in front for a sheba.
 * Other characters stay, so that validation refuses them. `parseIdentifier('sheba', '۸۲ ۰۵۴۰ …') === 'IR820540…'`
 */
export function parseIdentifier(format: IdentifierFormat, text: string): string {
  const plain = toLatinDigits(text).replace(separators, '').toUpperCase()
  return format === 'sheba' && /^\d+$/.test(plain) ? `IR${plain}` : plain
}

/** Like `parseIdentifier`, for a spreadsheet cell, which loses the leading zeros of a national code. */
export function parseIdentifierCell(format: IdentifierFormat, text: string): string {
  const plain = parseIdentifier(format, text)
  const padded = plain.padStart(10, '0')
  return format === 'national-code' && /^\d{8,9}$/.test(plain) && isNationalCode(padded) ? padded : plain
}

/** A stored number in the groups in which people read it: four characters each for a card and a sheba. */
export const formatIdentifier = (text: string): string => (/^(?:IR\d+|\d{16})$/.test(text) ? groupByFour(text) : text)

/** `groupByFour('6037991899999999') === '6037 9918 9999 9999'` */
export const groupByFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
