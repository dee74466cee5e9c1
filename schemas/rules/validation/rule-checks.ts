import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { parseNumber, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { currencyCodes } from '#schemas/rules/numbers/money.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'
import { isPattern, testPattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { countCodePoints } from '#schemas/rules/text/code-points.ts'
import type { RuleName } from './rule-string.ts'

/** A key of the message table and the values for its text. The code that shows it adds the field's label. */
export interface RuleMessage {
  key: string
  values?: Record<string, unknown>
}

export interface RuleSubject {
  value: unknown
  args: readonly string[]
  /** Name of the field, for `confirmed` without an argument. */
  name: string
  /** Path of the record or row that contains the field: `lines.0`, `''` for the root. */
  parent?: string
  /** The record or array row that contains the field. */
  siblings: unknown
  root: unknown
  /** Called with a pattern that was skipped because it may take very long. */
  onHeldPattern?: (pattern: string, text: string) => void
}

type Check = (subject: RuleSubject) => RuleMessage | undefined

/** Any visible character: not a space, joiner, direction mark, filler or the Braille blank. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** Whether nothing was entered: no value, text without a visible character, an empty list or an empty object. False and zero are values. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return !visible.test(value)
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isEmpty)
}

/** Local part and dotted domain, in any case; not longer than an email address may be. */
export const isEmail = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 254 &&
  /^[^\s@<>()[\]\\,;:".]+(?:[.][^\s@<>()[\]\\,;:".]+)*@(?:[\p{L}\p{N}-]+[.])+[\p{L}]{2,}$/iu.test(value) &&
  !/@-|-[.]|[.]-/.test(value.slice(value.indexOf('@')))

export function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 2048 || /\s/.test(value)) return false
  try {
    const { protocol, hostname } = new URL(value)
    return (
      /^https?:\/\//i.test(value) &&
      /^https?:$/.test(protocol) &&
      (hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('['))
    )
  } catch {
    return false
  }
}

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : ''
const asNumber = (value: unknown): string | undefined =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : parseNumber(asText(value))
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : countCodePoints(asText(value)))
const entries = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const bound = (arg: string | undefined): string | undefined => (arg === undefined ? undefined : parseNumber(arg))

const textTest =
  (key: string, pattern: RegExp): Check =>
  ({ value }) =>
    typeof value !== 'object' && pattern.test(asText(value)) ? undefined : { key }
const fail = (holds: boolean, key: string, values?: Record<string, unknown>): RuleMessage | undefined =>
  holds ? undefined : values ? { key, values } : { key }

/** The value of a field next to this one, otherwise of the field with this path from the root. */
const fieldAt = ({ siblings, root }: Pick<RuleSubject, 'siblings' | 'root'>, path: string): unknown =>
  valueAt(siblings, path) ?? valueAt(root, path)

/** Milliseconds of a date, a date with time or `today`/`now`; a plain date means its first moment. */
function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  if (value === 'now') return Date.now()
  if (value === 'today') return new Date().setHours(0, 0, 0, 0)
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}([T ]|$)/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}

const required: Check = ({ value }) => fail(!isEmpty(value), 'rules.required')

/**
 * The twenty-two rules. Each returns the message of its error. All but `required` and `required_if` run only on values
 * that are not empty. A rule whose own argument is invalid accepts everything; publishing reports it.
 */
export const ruleChecks: Record<RuleName, Check> = {
  after: (subject) => {
    const [arg = ''] = subject.args
    const named = fieldAt(subject, arg)
    const other = { field: otherPath(subject, arg) }
    if (typeof named === 'number') return fail(Number(asNumber(subject.value)) > named, 'rules.greater_than_of', { min: named, other })
    const limit = timeOf(named) ?? timeOf(arg)
    if (limit === undefined) return undefined
    const time = timeOf(subject.value)
    const holds = time !== undefined && time > limit
    return timeOf(named) === undefined ? fail(holds, 'rules.after', { date: arg }) : fail(holds, 'rules.after_of', { date: named, other })
  },
  alpha: textTest('rules.alpha', /^\p{L}[\p{L}\p{M}\u200c]*$/u),
  alpha_dash: textTest('rules.alpha_dash', /^[\p{L}\p{M}\p{N}\u200c_-]+$/u),
  alpha_num: textTest('rules.alpha_num', /^[\p{L}\p{M}\p{N}\u200c]+$/u),
  between: ({ value, args }) => {
    const [min, max] = [bound(args[0]), bound(args[1])]
    if (min === undefined || max === undefined) return undefined
    const number = asNumber(value)
    return fail(number !== undefined && compareDecimal(number, min) >= 0 && compareDecimal(number, max) <= 0, 'rules.between', { min, max })
  },
  confirmed: (subject) => {
    const name = subject.args[0] || `${subject.name}_confirmation`
    return fail(asText(fieldAt(subject, name)) === asText(subject.value), 'rules.confirmed')
  },
  currency: ({ value }) =>
    fail(
      entries(value).every((item) => currencyCodes.includes(asText(item))),
      'rules.currency',
    ),
  decimal: ({ value, args }) => {
    const number = asNumber(value)
    const places = args[0] ? Number(toLatinDigits(args[0])) : undefined
    if (places === undefined || !Number.isInteger(places)) return fail(number !== undefined, 'rules.decimal')
    return fail(number !== undefined && (number.split('.')[1]?.length ?? 0) <= places, 'rules.decimal_places', { decimals: places })
  },
  digits: ({ value, args }) => {
    const text = toLatinDigits(asText(value))
    const length = Number(args[0])
    return args[0] && Number.isInteger(length)
      ? fail(/^\d+$/.test(text) && text.length === length, 'rules.digits', { length })
      : fail(/^\d+$/.test(text), 'rules.numeric')
  },
  email: ({ value }) => fail(entries(value).every(isEmail), 'rules.email'),
  included: ({ value, args }) =>
    fail(
      entries(value).every((item) => args.includes(asText(item))),
      'rules.included',
    ),
  excluded: ({ value, args }) => fail(!entries(value).some((item) => args.includes(asText(item))), 'rules.excluded'),
  length: ({ value, args }) => {
    const [min, max] = [Number(args[0]), args[1] === undefined ? undefined : Number(args[1])]
    const length = lengthOf(value)
    if (Number.isNaN(min) || Number.isNaN(max ?? 0)) return undefined
    return max === undefined
      ? fail(length === min, 'rules.length', { length: min })
      : fail(length >= min && length <= max, 'rules.length_between', { min, max })
  },
  max: ({ value, args }) =>
    fail(!(lengthOf(value) > Number(args[0])), Array.isArray(value) ? 'rules.max_items' : 'rules.max', { max: Number(args[0]) }),
  max_value: (subject) => compare(subject, (sign) => sign <= 0, 'rules.max_value', 'max'),
  min: ({ value, args }) =>
    fail(!(lengthOf(value) < Number(args[0])), Array.isArray(value) ? 'rules.min_items' : 'rules.min', { min: Number(args[0]) }),
  min_value: (subject) => compare(subject, (sign) => sign >= 0, 'rules.min_value', 'min'),
  numeric: ({ value }) => fail(/^\d+$/.test(toLatinDigits(asText(value))), 'rules.numeric'),
  regex: ({ value, args: [pattern = ''], onHeldPattern }) => {
    const text = asText(value)
    const matches = isPattern(pattern) ? testPattern(pattern, text) : true
    if (matches === undefined) onHeldPattern?.(pattern, text)
    return fail(matches !== false, 'rules.regex')
  },
  required,
  required_if: (subject) => (appliesIf(subject) ? required(subject) : undefined),
  size: ({ value, args }) => {
    const limit = Number(args[0])
    const sizes = entries(value).map((file) => (file !== null && typeof file === 'object' ? (file as { size?: unknown }).size : undefined))
    return fail(!(limit > 0) || sizes.every((size) => typeof size !== 'number' || size <= limit * 1024), 'rules.size', {
      size: { bytes: limit * 1024 },
    })
  },
  url: ({ value }) => fail(entries(value).every(isWebAddress), 'rules.url'),
}

/** Whether `required_if` requires a value: the other field is filled, or has one of the given values. */
export function appliesIf(subject: Pick<RuleSubject, 'args' | 'siblings' | 'root'>): boolean {
  const [path = '', ...values] = subject.args
  const other = fieldAt(subject, path)
  return values.length === 0 ? !isEmpty(other) : entries(other).some((item) => values.includes(asText(item)))
}

/** Compares with a number or with another field; a field that is empty sets no limit. */
function compare(subject: RuleSubject, holds: (sign: number) => boolean, key: string, name: string): RuleMessage | undefined {
  const [arg = ''] = subject.args
  const number = asNumber(subject.value)
  const own = bound(arg)
  const limit = own ?? asNumber(fieldAt(subject, arg))
  if (limit === undefined || (number !== undefined && holds(compareDecimal(number, limit)))) return undefined
  return own === undefined
    ? { key: `${key}_of`, values: { [name]: limit, other: { field: otherPath(subject, arg) } } }
    : { key, values: { [name]: limit } }
}

const otherPath = ({ siblings, parent }: RuleSubject, name: string): string =>
  parent && valueAt(siblings, name) !== undefined ? `${parent}.${name}` : name
