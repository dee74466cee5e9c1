import { isRecord } from '#schemas/rules/is-record.ts'
import type { RuleName } from '#schemas/rules/rule-string.ts'

type ValueType = 'string' | 'number' | 'boolean' | 'array' | 'object'

const words: Record<ValueType, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** What each rule can be asked about; what is not listed may be asked about anything. */
const about: Partial<Record<RuleName, { types: ValueType[]; mend?: Partial<Record<ValueType, string>> }>> = {
  after: { types: ['string'] },
  alpha: { types: ['string'] },
  alpha_dash: { types: ['string'] },
  alpha_num: { types: ['string'] },
  between: { types: ['number', 'string'] },
  confirmed: { types: ['string', 'number'] },
  decimal: { types: ['number', 'string'] },
  digits: { types: ['string', 'number'] },
  email: { types: ['string', 'array'] },
  excluded: { types: ['string', 'number', 'boolean', 'array'] },
  included: { types: ['string', 'number', 'boolean', 'array'] },
  length: { types: ['string', 'array'], mend: { number: 'digits' } },
  max: { types: ['string', 'array'], mend: { number: 'max_value' } },
  max_value: { types: ['number', 'string'], mend: { array: 'max' } },
  min: { types: ['string', 'array'], mend: { number: 'min_value' } },
  min_value: { types: ['number', 'string'], mend: { array: 'min' } },
  numeric: { types: ['string', 'number'] },
  regex: { types: ['string', 'number'] },
  size: { types: ['object', 'array', 'string'], mend: { number: 'max_value' } },
  url: { types: ['string', 'array'] },
}

/** Why a rule says nothing about the values of a field, and the rule that does; undefined where it fits, or the type is not known. */
export function ruleMisfit(rule: RuleName, node: Record<string, unknown>): { sentence: string; suggestion?: string } | undefined {
  const held = typesOf(node)
  const known = about[rule]
  if (!known || held.length === 0 || held.some((type) => known.types.includes(type))) return undefined
  const suggestion = known.mend?.[held[0]!]
  return {
    sentence: `is about ${list(known.types.map((type) => words[type]))}, and this is ${list(held.map((type) => words[type]))}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}

function typesOf({ type, enum: choices, references }: Record<string, unknown>): ValueType[] {
  if (references !== undefined) return ['number']
  const named =
    type === undefined && Array.isArray(choices)
      ? choices.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : typeof value))
      : ([] as unknown[]).concat(type ?? []).map((name) => (name === 'integer' ? 'number' : String(name)))
  return [...new Set(named)].filter((name): name is ValueType => Object.hasOwn(words, name))
}

const list = (names: string[]): string => names.join(' or ')
