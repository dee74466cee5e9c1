import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { safePattern } from '#schemas/rules/pattern/pattern-safety.ts'
import {
  homeCode,
  internationalMobile,
  numberText,
  phoneDigits,
  phoneFault,
  readInternational,
  withoutTrunk,
  type PhoneKind,
} from './phone.ts'

type Schema = Readonly<Record<string, unknown>>

/** Kind of telephone numbers that a schema describes, by its format or its rules; undefined for anything else. */
export const phoneKindIn = ({ format, rules }: Schema): PhoneKind | undefined =>
  (['mobile', 'phone'] as const).find((kind) => format === kind || (typeof rules === 'string' && rules.split('|').includes(kind)))

/**
 * A number that is kept as text, in its one spelling: `+989121234567` for every way of writing that mobile number, or `09121234567` if
 * the schema has no room for the former; other numbers in international form if they were written so, else their digits. A text that is
 * no number stays, in Latin digits.
 */
export function storedPhoneText(text: string, kind: PhoneKind, schema: Schema): string {
  const latin = toLatinDigits(text)
  const mobile = kind === 'mobile' ? internationalMobile(text) : undefined
  if (mobile !== undefined) return spellingsOf(mobile).find((spelling) => fits(spelling, schema)) ?? latin
  const international = readInternational(text)
  if (international) return `+${international.code}${international.number}`
  return numberText(text, kind) === undefined ? latin : phoneDigits(text)
}

/** A mobile number in international form, and if it is one of the site's own country, as it is dialled there. */
const spellingsOf = (mobile: string): string[] =>
  mobile.startsWith(`+${homeCode}`) ? [mobile, `0${mobile.slice(homeCode.length + 1)}`, mobile.slice(homeCode.length + 1)] : [mobile]

const fits = (text: string, { pattern, maxLength }: Schema): boolean =>
  (typeof maxLength !== 'number' || text.length <= maxLength) && (typeof pattern !== 'string' || safePattern(pattern)?.test(text) !== false)

/** The parts of a number, `{ country_code, mobile }`, in digits and without the zero that is dialled only within a country. */
export function storedPhoneParts(value: Readonly<Record<string, unknown>>, kind: PhoneKind): Record<string, unknown> {
  const { country_code: code, [kind]: number } = value
  const latin = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, typeof part === 'string' ? toLatinDigits(part) : part]),
  )
  if (phoneFault(value, kind) !== undefined || (typeof number === 'string' && readInternational(number))) return latin
  const digits = (part: unknown) => (typeof part === 'string' ? phoneDigits(part) : part)
  const codeDigits = phoneDigits(String(code ?? ''))
  return {
    ...latin,
    ...('country_code' in value && { country_code: digits(code) }),
    ...(typeof number === 'string' && { [kind]: codeDigits === '' ? phoneDigits(number) : withoutTrunk(phoneDigits(number), codeDigits) }),
  }
}
