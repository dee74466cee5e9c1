import { isDecimal, storedDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isBlankHtml } from '#schemas/rules/html/html-content.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid, permittedItems, resolveRef, validateSchema, type SchemaError } from '#schemas/rules/json-schema/json-schema.ts'
import { isDecimalSchema } from '#schemas/rules/json-schema/schema-decimals.ts'
import { testPattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { isEmpty, ruleChecks, type RuleMessage } from './rule-checks.ts'
import { isRuleName, parseRules, type Rule } from './rule-string.ts'

export type { RuleMessage } from './rule-checks.ts'
export { ruleNames, type RuleName } from './rule-string.ts'

/** Messages by field: `{ 'rows.0.count': [{ key: 'rules.max_value', values: { max: '5' } }] }`. */
export type RuleErrors = Record<string, RuleMessage[]>

export interface RuleOptions {
  /** Names of the rules that apply; others are ignored. All twenty-two when left out. */
  allowed?: readonly string[]
  /** Called with each pattern that was skipped because it may take very long, so that the caller can run it in a worker. */
  onHeldPattern?: (held: HeldPattern) => void
  /** Called with each rule that refuses a value, and the path of the field. */
  onRefusal?: (path: string, rule: Rule) => void
}

/** A pattern that must not be run here, the text to run it on, and the field. */
export interface HeldPattern {
  path: string
  pattern: string
  text: string
}

type Node = Record<string, unknown>

const maxDepth = 64
const maxErrors = 500

/**
 * Runs the `rules` of a schema over data: through nested objects and arrays, local references, `allOf`, the conditional
 * branch that applies, and the alternative that fits. A name that is not allowed or does not exist is ignored.
 */
export function validateRules(
  schema: object | boolean,
  data: unknown,
  { allowed, onHeldPattern, onRefusal }: RuleOptions = {},
): RuleErrors {
  const errors: RuleErrors = Object.create(null) as RuleErrors
  let count = 0

  const check = (node: Node, path: string, name: string, value: unknown, siblings: unknown): void => {
    for (const { name: rule, args } of parseRules(String(node.rules))) {
      if (!isRuleName(rule) || (allowed && !allowed.includes(rule))) continue
      if (isEmpty(value) && rule !== 'required' && rule !== 'required_if') continue
      const message = ruleChecks[rule]({
        value: comparable(node, rule, value),
        args,
        name,
        parent: path.slice(0, Math.max(0, path.length - name.length - 1)),
        siblings,
        root: data,
        onHeldPattern: (pattern, text) => onHeldPattern?.({ path, pattern, text }),
      })
      if (message && ++count <= maxErrors) {
        add(errors, path, message)
        onRefusal?.(path, { name: rule, args })
      }
    }
  }

  const walk = (node: unknown, value: unknown, path: string, name: string, siblings: unknown, depth: number): void => {
    if (node === null || typeof node !== 'object' || depth > maxDepth) return
    const schemaNode = node as Node
    if (typeof schemaNode.$ref === 'string')
      walk(resolveRef(schema as Node, schemaNode.$ref, schemaNode), value, path, name, siblings, depth + 1)
    if (typeof schemaNode.rules === 'string' && path !== '') check(schemaNode, path, name, value, siblings)
    for (const part of parts(schemaNode, value, schema as Node)) walk(part, value, path, name, siblings, depth + 1)
    const join = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
    if (Array.isArray(value)) {
      const { items, prefixItems, additionalItems, maxItems } = schemaNode
      const [tuple, rest] = Array.isArray(prefixItems)
        ? [prefixItems as unknown[], items]
        : Array.isArray(items)
          ? [items as unknown[], additionalItems]
          : [[], items]
      permittedItems(value, maxItems).forEach((item, index) =>
        walk(index < tuple.length ? tuple[index] : rest, item, join(index), name, value, depth + 1),
      )
    } else if (isRecord(schemaNode.properties) && (value === undefined || value === null ? path === '' : isRecord(value))) {
      for (const [key, property] of Object.entries(schemaNode.properties)) walk(property, own(value, key), join(key), key, value, depth + 1)
    }
    if (isRecord(value) && (isRecord(schemaNode.additionalProperties) || isRecord(schemaNode.patternProperties))) {
      const known = isRecord(schemaNode.properties) ? schemaNode.properties : {}
      const patterns = isRecord(schemaNode.patternProperties) ? Object.entries(schemaNode.patternProperties) : []
      for (const [key, item] of Object.entries(value)) {
        const taking = patterns.filter(([pattern]) => testPattern(pattern, key))
        for (const [, part] of taking) walk(part, item, join(key), key, value, depth + 1)
        if (!Object.hasOwn(known, key) && taking.length === 0) walk(schemaNode.additionalProperties, item, join(key), key, value, depth + 1)
      }
    }
  }

  if (isRecord(schema)) walk(schema, data, '', '', undefined, 0)
  return { ...errors }
}

/** A value as a rule has to see it: a decimal as it is stored, formatted text that shows nothing as nothing. */
function comparable(node: Node, rule: string, value: unknown): unknown {
  if (rule === 'regex' && isDecimalSchema(node) && isDecimal(value)) return storedDecimal(String(value))
  const isAsked = rule === 'required' || rule === 'required_if'
  return isAsked && node.format === 'html' && typeof value === 'string' && isBlankHtml(value) ? '' : value
}

/**
 * All errors of data: those of the rules, then those of the schema's own keywords, as the same messages. A field that
 * its rules report as missing is not reported again by the schema.
 */
export function validateData(schema: object | boolean, data: unknown, options: RuleOptions = {}): RuleErrors {
  const errors = validateRules(schema, data, options)
  const onHeldPattern =
    options.onHeldPattern &&
    (({ pointer, pattern, text }: { pointer: string; pattern: string; text: string }) =>
      options.onHeldPattern!({ path: pathOf(pointer), pattern, text }))
  for (const error of validateSchema(schema, data, onHeldPattern && { onHeldPattern }).slice(0, maxErrors)) {
    const path = pathOf(error.pointer)
    const message = schemaMessage(error)
    const there = Object.hasOwn(errors, path) ? errors[path]! : []
    if (isKindKeyword(error.keyword) && there.length > 0 && !there.some((other) => other.key === 'rules.required')) errors[path] = [message]
    else if (!there.some((other) => other.key === message.key || other.key === 'rules.required')) add(errors, path, message)
  }
  return errors
}

/**
 * Whether a keyword says that a value is of another kind altogether. Its message replaces those of the rules: for `1e5`,
 * which is not a decimal, "at least 0" would be misleading.
 */
export const isKindKeyword = (keyword: string): boolean => keyword === 'type' || keyword === 'format'

/** Converts `/rows/0/count` into `rows.0.count`. */
export const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
    .join('.')

/** The message for an error of a JSON Schema keyword, from the same table as those of the rules. */
export function schemaMessage({ keyword, value, isDecimal: holdsDecimals }: SchemaError): RuleMessage {
  switch (keyword) {
    case 'required':
      return { key: 'rules.required' }
    case 'minLength':
      return value === 1 ? { key: 'rules.required' } : { key: 'rules.min', values: { min: value } }
    case 'maxLength':
      return { key: 'rules.max', values: { max: value } }
    case 'minimum':
      return { key: 'rules.min_value', values: { min: value } }
    case 'maximum':
      return { key: 'rules.max_value', values: { max: value } }
    case 'exclusiveMinimum':
      return { key: 'rules.greater_than', values: { min: value } }
    case 'exclusiveMaximum':
      return { key: 'rules.less_than', values: { max: value } }
    case 'formatMinimum':
      return isDecimal(value) ? { key: 'rules.min_value', values: { min: value } } : { key: 'rules.not_before', values: { date: value } }
    case 'formatMaximum':
      return isDecimal(value) ? { key: 'rules.max_value', values: { max: value } } : { key: 'rules.not_after', values: { date: value } }
    case 'formatExclusiveMinimum':
      return isDecimal(value) ? { key: 'rules.greater_than', values: { min: value } } : { key: 'rules.after', values: { date: value } }
    case 'formatExclusiveMaximum':
      return isDecimal(value) ? { key: 'rules.less_than', values: { max: value } } : { key: 'rules.before', values: { date: value } }
    case 'scale':
      return value === 0 ? { key: 'rules.type_integer' } : { key: 'rules.decimal_places', values: { decimals: value } }
    case 'multipleOf':
      return { key: 'rules.multiple_of', values: { step: value } }
    case 'minItems':
    case 'minProperties':
      return { key: 'rules.min_items', values: { min: value } }
    case 'maxItems':
    case 'additionalItems':
    case 'maxProperties':
      return { key: 'rules.max_items', values: { max: value } }
    case 'uniqueItems':
      return { key: 'rules.unique_items' }
    case 'pattern':
      return { key: 'rules.regex' }
    case 'enum':
    case 'const':
      return { key: 'rules.included' }
    case 'depth':
      return { key: 'rules.too_deep' }
    case 'schema':
      return { key: 'rules.unchecked' }
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return { key: 'rules.unknown_field' }
    case 'format':
      return { key: typeof value === 'string' && Object.hasOwn(formatKeys, value) ? formatKeys[value]! : 'rules.invalid' }
    case 'type':
      if (holdsDecimals) return { key: 'rules.type_decimal' }
      return { key: typeof value === 'string' && Object.hasOwn(typeKeys, value) ? typeKeys[value]! : 'rules.invalid' }
    default:
      return { key: 'rules.invalid' }
  }
}

const formatKeys: Record<string, string> = {
  email: 'rules.email',
  uri: 'rules.url',
  url: 'rules.url',
  date: 'rules.date',
  time: 'rules.time',
  'date-time': 'rules.date_time',
  decimal: 'rules.decimal',
  'map-point': 'rules.map_point',
  icon: 'rules.icon',
  seo: 'rules.seo',
  'date-range': 'rules.period',
  'date-time-range': 'rules.period',
  mobile: 'rules.mobile',
  phone: 'rules.phone',
  'national-code': 'rules.national_code',
  card: 'rules.card',
  currency: 'rules.currency',
  sheba: 'rules.sheba',
  'company-id': 'rules.company_id',
  'postal-code': 'rules.postal_code',
  digits: 'rules.numeric',
}
const typeKeys: Record<string, string> = {
  string: 'rules.type_text',
  number: 'rules.type_number',
  integer: 'rules.type_integer',
  boolean: 'rules.type_boolean',
  array: 'rules.type_list',
}

/** The further schemas that apply to the same value. */
function* parts(node: Node, value: unknown, root: Node): Generator<unknown> {
  if (Array.isArray(node.allOf)) yield* node.allOf as unknown[]
  if (isRecord(node.if) || typeof node.if === 'boolean') yield isValid(node.if, value, { root }) ? node.then : node.else
  for (const list of [node.anyOf, node.oneOf]) {
    if (Array.isArray(list)) yield (list as unknown[]).find((branch) => isRecord(branch) && isValid(branch, value, { root }))
  }
  for (const dependencies of [node.dependencies, node.dependentSchemas]) {
    if (isRecord(dependencies) && isRecord(value))
      for (const [key, dependent] of Object.entries(dependencies)) if (own(value, key) !== undefined) yield dependent
  }
}

const own = (value: unknown, key: string): unknown => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined)
const add = (errors: RuleErrors, path: string, message: RuleMessage): void => {
  if (!Object.hasOwn(errors, path)) Object.defineProperty(errors, path, { value: [], enumerable: true, configurable: true, writable: true })
  errors[path]!.push(message)
}
