import { isRecord } from '#schemas/rules/is-record.ts'
import { companyCheckDigit, isNationalCode } from '#schemas/rules/values/identifiers.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { samplePattern } from './sample-pattern.ts'

/**
 * What a made value is like: as usual, at the lower or upper end of what its schema allows, text of both directions, or nothing where
 * that is allowed.
 */
export const sampleKinds = ['usual', 'least', 'most', 'mixed', 'none'] as const
export type SampleKind = (typeof sampleKinds)[number]

type Schema = Readonly<Record<string, unknown>>

export interface SamplePlace {
  /** Property that the value is for. */
  field: string
  /** Number of the record, from 0: values differ from record to record. */
  at: number
  kind: SampleKind
  /** Language of plain texts. */
  locale: string
  /** Whether the field may not be left empty. */
  required: boolean
}

/** A value that cannot be made from the schema. */
export const noSample = Symbol('no sample')

/**
 * A value for one property of an entity, the same on every run. References, files and most patterns with groups have none here.
 * `sampleValue({ type: 'string', rules: 'max:5' }, { kind: 'most', … }).length === 5`
 */
export function sampleValue(schema: Schema, place: SamplePlace): unknown {
  const limits = limitsOf(schema)
  const types = ([] as unknown[]).concat(schema.type ?? [])
  if (place.kind === 'none' && !place.required && !limits.required && types.includes('null')) return null
  if (Array.isArray(schema.enum)) return pick(schema.enum.filter((value) => value !== null) as unknown[], place)
  if ('const' in schema) return schema.const
  if (schema.format === 'map-point') return { lat: 35.7 + (place.at % 20) / 100, long: 51.4 + (place.at % 17) / 100 }
  const type = types.find((each) => each !== 'null')
  const make = makers[String(type)]
  return make ? make(schema, limits, place) : noSample
}

/** The values of a closed list come one after the other, so that each of them is there. */
const pick = (values: readonly unknown[], { at, kind }: SamplePlace): unknown =>
  values.length === 0 ? noSample : kind === 'least' ? values[0] : kind === 'most' ? values.at(-1) : values[at % values.length]

interface Limits {
  least?: number
  most?: number
  shortest: number
  longest?: number
  decimals?: number
  required: boolean
  /** Of the rule `regex`. */
  pattern?: string
  /** Names of the rules that say more than a limit. */
  others: readonly string[]
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** What JSON Schema and the rules of a property allow, the narrower of both. */
function limitsOf(schema: Schema): Limits {
  const rules = typeof schema.rules === 'string' ? parseRules(schema.rules) : []
  const argument = (name: string, at = 0): number | undefined => {
    const given = rules.find((rule) => rule.name === name)?.args[at]
    return given === undefined || given === '' || !Number.isFinite(Number(given)) ? undefined : Number(given)
  }
  const highest = (...values: readonly (number | undefined)[]): number | undefined => bound(Math.max, values)
  const lowest = (...values: readonly (number | undefined)[]): number | undefined => bound(Math.min, values)
  const scale = isNumber(schema.scale) ? schema.scale : undefined
  const number = (name: string): number | undefined => (isNumber(schema[name]) ? schema[name] : undefined)
  return {
    least: highest(number('minimum'), above(number('exclusiveMinimum')), argument('min_value'), argument('between')),
    most: lowest(number('maximum'), below(number('exclusiveMaximum')), argument('max_value'), argument('between', 1)),
    shortest: highest(number('minLength'), argument('min'), argument('length'), argument('size')) ?? 0,
    longest: lowest(number('maxLength'), argument('max'), argument('length', 1), argument('size')),
    decimals: lowest(scale, argument('decimal')),
    required: rules.some(({ name }) => name === 'required'),
    pattern: rules.find(({ name }) => name === 'regex')?.args[0],
    others: rules.map(({ name }) => name),
  }
}

function bound(of: (...values: number[]) => number, values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter(isNumber)
  return given.length > 0 ? of(...given) : undefined
}
const above = (value: number | undefined): number | undefined => (value === undefined ? undefined : value + 1)
const below = (value: number | undefined): number | undefined => (value === undefined ? undefined : value - 1)

type Maker = (schema: Schema, limits: Limits, place: SamplePlace) => unknown

const makers: Readonly<Record<string, Maker>> = {
  string: makeText,
  integer: (_schema, limits, place) => Math.round(numberWithin(limits, place)),
  number: (_schema, limits, place) => numberWithin(limits, place),
  boolean: (_schema, _limits, { at, kind }) => (kind === 'least' ? false : kind === 'most' ? true : at % 3 !== 0),
  array: makeList,
  object: makeObject,
}

function numberWithin({ least = 0, most = 1_000_000 }: Limits, { at, kind }: SamplePlace): number {
  if (kind === 'least') return least
  if (kind === 'most') return most
  return Math.min(most, least + ((at * 37 + 12) % Math.max(1, Math.min(most - least + 1, 5000))))
}

function makeList({ items, minItems = 0, maxItems }: Schema, _limits: Limits, place: SamplePlace): unknown {
  const least = Number(minItems)
  const count =
    place.kind === 'least' || place.kind === 'none' ? least : Math.max(least, Math.min(Number(maxItems ?? 3), 1 + (place.at % 3)))
  if (!isRecord(items)) return count === 0 ? [] : noSample
  const values = Array.from({ length: count }, (_, index) => sampleValue(items, { ...place, at: place.at + index, required: true }))
  if (values.includes(noSample)) return least === 0 ? [] : noSample
  return [...new Set(values)]
}

function makeObject({ properties, required }: Schema, _limits: Limits, place: SamplePlace): unknown {
  if (!isRecord(properties)) return noSample
  const needed = Array.isArray(required) ? required : []
  const made: Record<string, unknown> = {}
  for (const [field, schema] of Object.entries(properties)) {
    const value = isRecord(schema) ? sampleValue(schema, { ...place, field, required: needed.includes(field) }) : noSample
    if (value !== noSample) made[field] = value
    else if (needed.includes(field)) return noSample
  }
  return made
}

function makeText(schema: Schema, limits: Limits, place: SamplePlace): unknown {
  const { format, pattern } = schema
  const formatted = typeof format === 'string' ? formats[format] : undefined
  if (formatted) return formatted(place, limits)
  const named = limits.others.find((name) => Object.hasOwn(ruleFormats, name))
  if (named) return formats[ruleFormats[named]!]!(place, limits)
  if (typeof format === 'string') return noSample
  const written = typeof pattern === 'string' ? pattern : limits.pattern
  if (written !== undefined) return samplePattern(written, place.at) ?? noSample
  const isPlain = limits.others.some((name) => ['alpha', 'alpha_num', 'alpha_dash'].includes(name))
  return fitted(isPlain ? `sample${letters(place.at)}` : textOf(place), limits, place, isPlain)
}

/** A number in letters, for texts that take no digits: 0 → `a`, 27 → `ba`. */
const letters = (at: number): string =>
  at < 26 ? String.fromCharCode(97 + at) : letters(Math.floor(at / 26)) + String.fromCharCode(97 + (at % 26))

function fitted(text: string, { shortest, longest }: Limits, { kind, at }: SamplePlace, isPlain: boolean): string {
  const most = longest ?? Math.max(shortest, 400)
  let value = text
  if (kind === 'most') while (value.length < most) value += isPlain ? text : ` ${text}`
  if (kind === 'least') value = isPlain ? letters(at) : text.slice(0, Math.max(1, shortest))
  while (value.length < shortest) value += isPlain ? 'a' : `${value} ${text}`.slice(0, shortest - value.length)
  const cut = value.slice(0, most)
  return cut.trimEnd().length >= Math.max(1, shortest) ? cut.trimEnd() : cut.replace(/\s$/, 'x')
}

const words: Readonly<Record<string, readonly string[]>> = {
  fa: ['نمونه', 'سپیدار', 'دماوند', 'نسیم', 'باران', 'آفتاب', 'کویر', 'زاگرس', 'البرز', 'شقایق'],
  en: ['Sample', 'Maple', 'Harbour', 'Summit', 'Willow', 'Meadow', 'Canyon', 'Juniper', 'Orchard', 'Breeze'],
}

/** A short title that no other record of the same field has. */
function textOf({ at, kind, locale }: SamplePlace): string {
  const known = words[locale] ?? words.en!
  const word = known[at % known.length]!
  const number = at + 1
  if (kind === 'mixed') return `${words.fa![at % 10]!} iPhone ${number} (${words.en![at % 10]!}) ۱۲٪`
  return `${word} ${locale === 'fa' ? number.toLocaleString('fa-IR', { useGrouping: false }) : number}`
}

const ruleFormats: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'url',
  currency: 'currency',
  numeric: 'digits',
  digits: 'digits',
}

const dayMs = 24 * 60 * 60 * 1000
/** The first day of made dates, so that the same record has the same day on every run. */
const firstDay = Date.parse('2025-03-21T08:30:00Z')
function dayOf({ at, kind }: SamplePlace): Date {
  const days = kind === 'least' ? 0 : kind === 'most' ? 3650 : (at * 11) % 600
  return new Date(firstDay + days * dayMs)
}

type Format = (place: SamplePlace, limits: Limits) => unknown

const formats: Readonly<Record<string, Format>> = {
  date: (place) => dayOf(place).toISOString().slice(0, 10),
  'date-time': (place) => dayOf(place).toISOString(),
  time: ({ at }) => `${String(8 + (at % 10)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
  decimal: (place, limits) => decimalOf(place, limits),
  email: ({ at }) => `person${at + 1}@example.com`,
  url: ({ at }) => `https://example.com/${at + 1}`,
  uri: ({ at }) => `https://example.com/${at + 1}`,
  currency: () => 'IRR',
  color: ({ at }) => ['#1677ff', '#52c41a', '#fa8c16', '#722ed1'][at % 4]!,
  digits: ({ at }, { shortest }) => String(at + 1).padStart(Math.max(1, shortest), '1'),
  html: (place) => `<p>${textOf(place)}</p>`,
  'national-code': ({ at }) => nationalCode(at),
  'company-id': ({ at }) => `${1_400_760_000 + at}${companyCheckDigit(String(1_400_760_000 + at))}`,
  'postal-code': ({ at }) => String(1_134_567_890 + at),
  mobile: ({ at }) => `+98${9_120_000_000 + at}`,
  phone: ({ at }) => `0${2_188_000_000 + at}`,
}

function decimalOf(place: SamplePlace, limits: Limits): string {
  const decimals = Math.max(0, limits.decimals ?? 0)
  const whole = BigInt(Math.round(numberWithin(limits, place)))
  return decimals === 0 || place.kind === 'least' || place.kind === 'most' ? String(whole) : `${whole}.${'5'.padEnd(decimals, '0')}`
}

/** A national code with its check digit. */
function nationalCode(at: number): string {
  const digits = String(1_270_000 + at).padStart(9, '0')
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(isNationalCode)!
}
