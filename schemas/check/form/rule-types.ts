import { isRecord } from '#schemas/rules/is-record.ts'
import type { RuleName } from '#schemas/rules/validation/rule-string.ts'

type ValueType = 'string' | 'decimal' | 'time' | 'number' | 'boolean' | 'array' | 'object'

const words: Record<ValueType, string> = {
  string: 'text',
  decimal: 'a decimal number',
  time: 'a day or a time',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

interface About {
  types: ValueType[]
  /** The rule to use for other kinds of value. */
  replacement?: Partial<Record<ValueType, string>>
}

/** Kinds of value that each rule applies to; a rule that is not listed applies to all. */
const about: Partial<Record<RuleName, About>> = {
  after: { types: ['string', 'time'], replacement: { number: 'min_value', decimal: 'min_value' } },
  alpha: { types: ['string'] },
  alpha_dash: { types: ['string', 'time'] },
  alpha_num: { types: ['string', 'decimal'] },
  between: { types: ['number', 'string', 'decimal'] },
  confirmed: { types: ['string', 'number', 'decimal', 'time'] },
  currency: { types: ['string', 'array'] },
  decimal: { types: ['number', 'string', 'decimal'] },
  digits: { types: ['string', 'number', 'decimal'] },
  email: { types: ['string', 'array'] },
  excluded: { types: ['string', 'number', 'boolean', 'array', 'decimal', 'time'] },
  included: { types: ['string', 'number', 'boolean', 'array', 'decimal', 'time'] },
  length: { types: ['string', 'array', 'time'], replacement: { number: 'digits', decimal: 'between' } },
  max: { types: ['string', 'array', 'time'], replacement: { number: 'max_value', decimal: 'max_value' } },
  max_value: { types: ['number', 'string', 'decimal'], replacement: { array: 'max' } },
  min: { types: ['string', 'array', 'time'], replacement: { number: 'min_value', decimal: 'min_value' } },
  min_value: { types: ['number', 'string', 'decimal'], replacement: { array: 'min', time: 'after' } },
  numeric: { types: ['string', 'number', 'decimal'] },
  regex: { types: ['string', 'number', 'decimal', 'time'] },
  size: { types: ['object', 'array'], replacement: { number: 'max_value', string: 'max' } },
  url: { types: ['string', 'array'] },
}

/**
 * Why a rule does not apply to the values of a field, and the rule to use instead. Undefined if it applies, or if the
 * type is not known. `other` is the schema of the field that the rule names: a number may be `after` another number.
 */
export function ruleMisfit(
  rule: RuleName,
  node: Record<string, unknown>,
  other?: unknown,
): { sentence: string; suggestion?: string } | undefined {
  const valueTypes = typesOf(node)
  if (rule === 'after' && isNumber(node) && isRecord(other) && isNumber(other)) return undefined
  const known = about[rule]
  if (!known || valueTypes.length === 0 || valueTypes.some((type) => known.types.includes(type))) return undefined
  const [first] = valueTypes as [ValueType]
  const suggestion = known.replacement?.[first]
  return {
    sentence: `is about ${list(known.types.filter((type) => type !== 'decimal' && type !== 'time').map((type) => words[type]))}, and this is ${list(valueTypes.map((type) => words[type]))}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}

const timeFormats: readonly unknown[] = ['date', 'date-time', 'time']

/** Kind of a text by its format. */
const textType = (format: unknown): ValueType => (format === 'decimal' ? 'decimal' : timeFormats.includes(format) ? 'time' : 'string')

function typesOf({ type, format, enum: choices, references }: Record<string, unknown>): ValueType[] {
  if (references !== undefined) return ['number']
  const named =
    type === undefined && Array.isArray(choices)
      ? choices.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : typeof value))
      : ([] as unknown[])
          .concat(type ?? [])
          .map((name) => (name === 'integer' ? 'number' : name === 'string' ? textType(format) : String(name)))
  return [...new Set(named)].filter((name): name is ValueType => Object.hasOwn(words, name))
}

const isNumber = (node: Record<string, unknown>): boolean => typesOf(node).includes('number')
const list = (names: string[]): string => names.join(' or ')
