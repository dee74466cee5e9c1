import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isTimeLimit } from '#schemas/rules/calendar/time-limits.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'

type Node = Record<string, unknown>
type Kind = 'text' | 'number' | 'decimal' | 'time' | 'list' | 'boolean' | 'object'

const words: Record<Kind, string> = {
  text: 'text',
  number: 'a number',
  decimal: 'a decimal number',
  time: 'a day or a time',
  list: 'a list',
  boolean: 'yes or no',
  object: 'an object',
}

/** Kinds of value that each keyword restricts. */
const subjects: Record<string, readonly Kind[]> = {
  minimum: ['number', 'decimal'],
  maximum: ['number', 'decimal'],
  exclusiveMinimum: ['number', 'decimal'],
  exclusiveMaximum: ['number', 'decimal'],
  multipleOf: ['number'],
  minLength: ['text', 'decimal', 'time'],
  maxLength: ['text', 'decimal', 'time'],
  pattern: ['text', 'time'],
  formatMinimum: ['text', 'time', 'decimal'],
  formatMaximum: ['text', 'time', 'decimal'],
  formatExclusiveMinimum: ['text', 'time', 'decimal'],
  formatExclusiveMaximum: ['text', 'time', 'decimal'],
  minItems: ['list'],
  maxItems: ['list'],
  uniqueItems: ['list'],
}

export const formatLimits = ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'] as const

const timeFormats = ['date', 'date-time', 'time']
/** The moment of the call, with which only what holds in a state is compared. */
const now = '{now}'
const inHolds = /^\/lifecycle\/[^/]+\/holds\//

/**
 * Reports keywords that have no effect on the values they apply to, such as `minimum` on plain text. `field` is the
 * schema of the field that a condition names; without it the node describes the value itself.
 */
export function checkKeywordTypes(document: CheckedDocument, pointer: string, node: Node, field: Node = {}): void {
  const described: Node = { ...field, ...node }
  const kinds = kindsOf(described)
  for (const [keyword, about] of Object.entries(subjects)) {
    if (!(keyword in node) || kinds.length === 0 || kinds.some((kind) => about.includes(kind))) continue
    error(
      document,
      at(pointer, keyword),
      `"${keyword}" is about ${list(about)}, and this is ${list(kinds)}, so it has no effect${advice(keyword, kinds)}`,
    )
  }
  for (const keyword of formatLimits)
    if (keyword in node && (kinds.length === 0 || kinds.some((kind) => subjects[keyword]!.includes(kind)))) {
      const limit = node[keyword]
      const isNumber = described.format === 'decimal'
      // What a part of a schema is about may be said elsewhere.
      const isOpen = described.format === undefined && described.type === undefined
      const isTime = typeof limit === 'string' && (isTimeLimit(limit) || (limit === now && inHolds.test(pointer)))
      if (!(isOpen ? isTime || isDecimal(limit) : isNumber ? isDecimal(limit) : isTime))
        error(
          document,
          at(pointer, keyword),
          isNumber
            ? 'must be a decimal number as text, such as "12.50"'
            : 'must be a day such as 2024-01-31, a moment such as 2024-01-31T08:30:00Z or a time such as 08:30; a number as text only where the format is "decimal"',
        )
    }
}

/** The same check for what a condition says about a field, also in its alternatives. */
export function checkConditionTypes(document: CheckedDocument, pointer: string, node: unknown, field: Node): void {
  if (!isRecord(node)) return
  const [conditionTypes, fieldTypes] = [typesOf(node), typesOf(field)]
  if (conditionTypes.length > 0 && fieldTypes.length > 0 && !conditionTypes.some((type) => fieldTypes.includes(type)))
    error(document, at(pointer, 'type'), `this field is ${fieldTypes.join(' or ')} and never ${conditionTypes.join(' or ')}`, {
      allowed: fieldTypes,
    })
  checkKeywordTypes(document, pointer, node, { type: field.type, format: field.format, references: field.references })
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((part, index) => checkConditionTypes(document, at(pointer, key, index), part, field))
  for (const key of ['not', 'if', 'then', 'else']) checkConditionTypes(document, at(pointer, key), node[key], field)
}

/** Types that a schema names; integer and number include each other. */
function typesOf({ type }: Node): string[] {
  const named = [type].flat().filter((name) => typeof name === 'string')
  return [...new Set([...named, ...(named.includes('integer') ? ['number'] : []), ...(named.includes('number') ? ['integer'] : [])])]
}

function kindsOf({ type, format, references }: Node): Kind[] {
  if (references !== undefined && type === undefined) return ['number']
  return [type].flat().flatMap((name): Kind[] => {
    switch (name) {
      case 'integer':
      case 'number':
        return ['number']
      case 'string':
        return [format === 'decimal' ? 'decimal' : timeFormats.includes(String(format)) ? 'time' : 'text']
      case 'array':
        return ['list']
      case 'boolean':
        return ['boolean']
      case 'object':
        return ['object']
      default:
        return []
    }
  })
}

function advice(keyword: string, kinds: readonly Kind[]): string {
  const isLength = keyword === 'minLength' || keyword === 'maxLength'
  if (isLength && kinds.includes('number')) return `; write "${keyword.slice(0, 3)}imum"`
  if (isLength && kinds.includes('list')) return `; write "${keyword.slice(0, 3)}Items"`
  if (keyword === 'pattern' && kinds.includes('decimal')) return '; write "minimum" and "maximum", or the rule decimal for its places'
  if (/imum$/.test(keyword) && kinds.includes('time')) return `; write "format${keyword[0]!.toUpperCase()}${keyword.slice(1)}"`
  if (/imum$/.test(keyword) && kinds.includes('text')) return '; money and exact numbers are text of the format "decimal"'
  return ''
}

const list = (kinds: readonly Kind[]): string => [...new Set(kinds.map((kind) => words[kind]))].join(' or ')
