import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/**
 * An address as it was meant: without spaces and marks that came along with a copy, digits in Latin form, out of `Name
 * <…>` and `mailto:`.
 */
export function cleanAddress(text: string): string {
  const plain = toLatinDigits(text)
    .replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
  return (/^[^<>]*<([^<>]+)>$/.exec(plain)?.[1] ?? plain).trim().replace(/^mailto:/i, '')
}
