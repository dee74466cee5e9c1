import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isEarlier } from '#schemas/rules/calendar/time-limits.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'

type Node = Record<string, unknown>

/** A least or a most value, as it is written: `minimum 5`, `max_value:1`. */
interface Bound {
  label: string
  value: number | string
  /** The bound itself does not fit. */
  exclusive: boolean
  /** Keyword or `rules`, where it is reported. */
  key: string
}

interface Bounds {
  least: Bound[]
  most: Bound[]
}

/**
 * Bounds of schemas that apply to the same value together, and leave none, where each by itself leaves some: `schemas` are a schema
 * and the parts of its `allOf`.
 */
export function sharedBoundFaults(schemas: readonly Node[]): string[] {
  if (schemas.length < 2 || schemas.some((schema) => boundFaults(schema).length > 0)) return []
  const [type, format] = ['type', 'format'].map((key) => schemas.find((schema) => key in schema)?.[key])
  const pairs = schemas.flatMap((one, at) => schemas.slice(at + 1).map((other) => [one, other] as const))
  const messages = pairs.flatMap(([one, other]) =>
    // Of two schemas, the bounds below of one meet those above of the other.
    [boundsOnly(one, lowest, other, highest), boundsOnly(other, lowest, one, highest)].flatMap((parts) =>
      boundFaults({ ...parts, ...(type !== undefined && { type }), ...(format !== undefined && { format }) }).map(({ message }) => message),
    ),
  )
  return [...new Set(messages)]
}

const lowest = ['minimum', 'exclusiveMinimum', 'formatMinimum', 'formatExclusiveMinimum', 'minLength', 'minItems']
const highest = ['maximum', 'exclusiveMaximum', 'formatMaximum', 'formatExclusiveMaximum', 'maxLength', 'maxItems']

const boundsOnly = (one: Node, keys: readonly string[], other: Node, others: readonly string[]): Node => ({
  ...Object.fromEntries(keys.filter((key) => key in one).map((key) => [key, one[key]])),
  ...Object.fromEntries(others.filter((key) => key in other).map((key) => [key, other[key]])),
})

/** Bounds of a schema, and of its rules, that leave no value: the keyword at which each is reported, and the message. */
export function boundFaults(node: Node): { key: string; message: string }[] {
  const isList = typesOf(node).includes('array')
  const isTime = ['date', 'date-time', 'time'].includes(String(node.format))
  const values = isTime
    ? boundsOf(node, ['formatMinimum', 'formatExclusiveMinimum'], ['formatMaximum', 'formatExclusiveMaximum'], {})
    : boundsOf(
        node,
        ['minimum', 'exclusiveMinimum', 'formatMinimum', 'formatExclusiveMinimum'],
        ['maximum', 'exclusiveMaximum', 'formatMaximum', 'formatExclusiveMaximum'],
        { least: 'min_value', most: 'max_value', both: 'between' },
      )
  const sizes = boundsOf(node, [isList ? 'minItems' : 'minLength'], [isList ? 'maxItems' : 'maxLength'], {
    least: 'min',
    most: 'max',
    both: 'length',
    exact: 'digits',
  })
  const faults = [...crossing(values, isTime), ...crossing(sizes, false)]
  return faults.length > 0 || !isInteger(node) ? faults : noWholeNumber(values)
}

const typesOf = ({ type }: Node): unknown[] => [type].flat()
const isInteger = (node: Node): boolean =>
  typesOf(node).includes('integer') && !typesOf(node).some((type) => type === 'number' || type === 'string')

function boundsOf(
  node: Node,
  least: string[],
  most: string[],
  rules: { least?: string; most?: string; both?: string; exact?: string },
): Bounds {
  const written = (keywords: string[]): Bound[] =>
    keywords.flatMap((key) => {
      const value = node[key]
      if (typeof value !== 'number' && typeof value !== 'string') return []
      return [{ label: `${key} ${value}`, value, exclusive: key.includes('xclusive'), key }]
    })
  const ruled = (own: string | undefined, place: 0 | 1): Bound[] =>
    parseRules(typeof node.rules === 'string' ? node.rules : '').flatMap(({ name, args }) => {
      const arg = name === own ? args[0] : name === rules.both || name === rules.exact ? (args[place] ?? args[0]) : undefined
      // A length of one number is exact; the value of another field is not known here.
      return arg === undefined || Number.isNaN(Number(toLatinDigits(arg)))
        ? []
        : [{ label: `${name}:${args.join(',')}`, value: toLatinDigits(arg), exclusive: false, key: 'rules' }]
    })
  return { least: [...written(least), ...ruled(rules.least, 0)], most: [...written(most), ...ruled(rules.most, 1)] }
}

function crossing({ least, most }: Bounds, isTime: boolean): { key: string; message: string }[] {
  return least.flatMap((low) =>
    most.flatMap((high) => {
      // The two numbers of one rule have a check of their own.
      if (low.key === 'rules' && low.label === high.label) return []
      const step = isTime ? compareTimes(low.value, high.value) : compareNumbers(low.value, high.value)
      const key = low.key === 'rules' || high.key === 'rules' ? 'rules' : low.key
      if (step !== undefined && step > 0) return [{ key, message: `nothing fits: ${low.label} is more than ${high.label}` }]
      if (step === 0 && (low.exclusive || high.exclusive)) return [{ key, message: `nothing fits between ${low.label} and ${high.label}` }]
      return []
    }),
  )
}

function compareNumbers(left: number | string, right: number | string): number | undefined {
  const [one, other] = [toDecimal(left), toDecimal(right)]
  return one === undefined || other === undefined ? undefined : compareDecimal(one, other)
}

/** Undefined where a day and a moment lie too close to tell. */
function compareTimes(left: number | string, right: number | string): number | undefined {
  if (typeof left !== 'string' || typeof right !== 'string') return undefined
  if (isEarlier(right, left)) return 1
  return left === right ? 0 : undefined
}

function noWholeNumber({ least, most }: Bounds): { key: string; message: string }[] {
  const first = ({ value, exclusive }: Bound): number => (exclusive ? Math.floor(Number(value)) + 1 : Math.ceil(Number(value)))
  const last = ({ value, exclusive }: Bound): number => (exclusive ? Math.ceil(Number(value)) - 1 : Math.floor(Number(value)))
  return least.flatMap((low) =>
    most.flatMap((high) =>
      first(low) > last(high)
        ? [
            {
              key: low.key === 'rules' || high.key === 'rules' ? 'rules' : low.key,
              message: `nothing fits: there is no whole number between ${low.label} and ${high.label}`,
            },
          ]
        : [],
    ),
  )
}
