import { parseDate } from '#schemas/rules/calendar/calendar.ts'
import { foldText, parseNumber, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isIdentifierFormat, parseIdentifierCell } from './identifiers.ts'
import { phoneDigits, phoneKindOf, readInternational, withoutTrunk } from './phone.ts'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'
import { joinInstant, parseTime } from '#schemas/rules/calendar/zoned-time.ts'

/** The parts of a schema that decide how a text is read. */
export interface CellSchema {
  type?: string | string[]
  format?: string
  properties?: Record<string, unknown>
}

/** A choice of a field. */
export interface CellChoice {
  value: unknown
  title: string
  disabled?: boolean
}

const typeOf = ({ type }: CellSchema) => (Array.isArray(type) ? (type.find((each) => each !== 'null') ?? type[0]) : type)

export interface Reading {
  locale: string
  /** Zone in which times of day are read. */
  timeZone: string
  /** Words for true and false in the locale; those of spreadsheets are accepted too. */
  yes: string
  no: string
}

/**
 * Reads a text from a spreadsheet as the value of a field: numbers in any digits, days of the locale's calendar or ISO,
 * choices by title or value, yes and no, moments in the reader's zone, telephone numbers. An empty text gives an
 * undefined value. Returns undefined if the text does not fit the field.
 */
export function readCell(
  text: string,
  schema: CellSchema,
  choices: readonly CellChoice[] | undefined,
  { locale, timeZone, yes, no }: Reading,
  ui: Record<string, unknown> = {},
): { value: unknown } | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  if (choices) {
    const wanted = foldText(trimmed)
    const chosen =
      choices.find((choice) => foldText(choice.title) === wanted) ?? choices.find((choice) => foldText(String(choice.value)) === wanted)
    return chosen && !chosen.disabled ? { value: chosen.value } : undefined
  }
  const type = typeOf(schema)
  if (type === 'boolean') {
    const word = foldText(trimmed)
    if (['true', '1', 'yes', '✓', 'x', foldText(yes)].includes(word)) return { value: true }
    return ['false', '0', 'no', '✗', '-', foldText(no)].includes(word) ? { value: false } : undefined
  }
  if (type === 'integer' || type === 'number' || schema.format === 'decimal') {
    const number = parseNumber(trimmed.replaceAll(/\p{Sc}/gu, '').trim(), locale)
    if (number === undefined || (type === 'integer' && /\.\d*[1-9]/.test(number))) return undefined
    return { value: type === 'string' ? number : Number(number) }
  }
  if (schema.format === 'date') {
    const day = parseDate(trimmed.replace(/[T\s]+[\d۰-۹٠-٩]{1,2}:[\d۰-۹٠-٩:.]+Z?$/, ''), { locale })
    return day === undefined ? undefined : { value: day }
  }
  if (schema.format === 'date-time') {
    const instant = readMoment(trimmed, locale, timeZone)
    return instant === undefined ? undefined : { value: instant }
  }
  if (schema.format === 'time') {
    const time = readTime(trimmed)
    return time === undefined ? undefined : { value: time }
  }
  if (type === 'string' && isIdentifierFormat(schema.format)) return { value: parseIdentifierCell(schema.format, trimmed) }
  if (type === 'object') return readPhone(trimmed, schema, ui)
  return type === 'string' ? { value: text } : undefined
}

/** `8:30`, `۰۸:۳۰`, `08:30:15`; a time with an offset from UTC is returned unchanged. */
function readTime(text: string): string | undefined {
  const latin = toLatinDigits(text)
  const match = /^(\d{1,2}:\d{1,2})(:[0-5]\d(?:\.\d+)?)?$/.exec(latin)
  if (!match) return fitsFormat('time', latin) ? latin : undefined
  const time = parseTime(match[1]!)
  return time === undefined ? undefined : time + (match[2] ?? '').replace(/^:00$/, '')
}

/** `2024-03-20 14:30`, `۱۴۰۳/۰۱/۰۱ ۸:۳۰`, `2024-03-20T11:00:00Z`; a day alone means its first moment. */
function readMoment(text: string, locale: string, timeZone: string): string | undefined {
  const latin = toLatinDigits(text)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(latin))
    return Number.isNaN(Date.parse(latin)) ? undefined : new Date(latin).toISOString()
  const match = /^(.*?)(?:[T,،\s]+(\d{1,2}:\d{1,2})(?::\d{1,2}(?:\.\d+)?)?\s*(am|pm)?)?$/i.exec(latin)
  const day = parseDate(match?.[1] ?? '', { locale })
  const time = parseTime(match?.[2] ?? '00:00')
  if (day === undefined || time === undefined) return undefined
  const hour = Number(time.slice(0, 2))
  const half = match?.[3]?.toLowerCase()
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const whole = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return joinInstant(day, `${String(whole).padStart(2, '0')}${time.slice(2)}`, timeZone)
}

/** A telephone number split into the parts that its schema names; a number without a code gets the code of the field. */
function readPhone(text: string, schema: CellSchema, ui: Record<string, unknown>): { value: unknown } | undefined {
  const kind = schema.format === 'mobile' || schema.format === 'phone' ? schema.format : phoneKindOf(schema.properties ?? {})
  const plain = toLatinDigits(text).replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
  if (kind === undefined || !/^\+?[\d\s().\-/]+$/.test(plain) || phoneDigits(plain) === '') return undefined
  const international = readInternational(plain)
  if (!international && plain.startsWith('+')) return undefined
  const countryCode = typeof ui.country_code === 'string' || typeof ui.country_code === 'number' ? phoneDigits(String(ui.country_code)) : ''
  const code = international?.code ?? countryCode
  const number = international?.number ?? (code === '' ? phoneDigits(plain) : withoutTrunk(phoneDigits(plain), code))
  const { country_code: part } = (schema.properties ?? {}) as Record<string, CellSchema | undefined>
  return { value: { ...(code !== '' && { country_code: typeOf(part ?? {}) === 'integer' ? Number(code) : code }), [kind]: number } }
}
