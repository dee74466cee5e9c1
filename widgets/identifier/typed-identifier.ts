import { groupByFour, isIdentifierFormat, parseIdentifier } from '#schemas/rules/values/identifiers.ts'

/** Longer than any of them, so that a digit too many is seen and refused. */
const mostDigits = 60

/** The value for a typed or pasted text: its digits, with `IR` in front for a sheba; undefined if there are none. */
export function storedIdentifier(text: string, format: unknown): string | undefined {
  const plain = parseIdentifier(isIdentifierFormat(format) ? format : 'national-code', text)
  const digits = plain.replace(/\D/g, '').slice(0, mostDigits)
  return digits === '' ? undefined : format === 'sheba' ? `IR${digits}` : digits
}

/** The digits of a stored number as the field shows them; the `IR` of a sheba is shown in front of the field. */
export function shownIdentifier(stored: string, format: unknown): string {
  if (format === 'sheba') return groupByFour(`IR${stored.replace(/^IR/i, '')}`).slice(2)
  return format === 'card' ? groupByFour(stored) : stored
}

/** Place in a shown number behind so many of its digits. */
export function placeBehind(shown: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0 && place < shown.length; place++) if (shown[place] !== ' ') left--
  return place
}
