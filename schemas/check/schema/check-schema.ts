import Ajv from 'ajv'
import { isTimeLimit } from '#schemas/rules/calendar/time-limits.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { recordFields } from '#schemas/rules/entities/reference-where.ts'
import { isSafePattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { isRuleName, parseRules, ruleNames, type RuleName } from '#schemas/rules/validation/rule-string.ts'
import { schemaFormats } from '#schemas/rules/json-schema/schema-formats.ts'
import { indexSchema, isSchema, schemasIn, type Schema, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { isInContract } from './contract-check.ts'
import { checkKeywordTypes } from '#schemas/check/form/keyword-types.ts'
import { nearest } from '#schemas/check/problem.ts'
import { checkRequired } from '#schemas/check/check-required.ts'
import { checkConditions } from '#schemas/check/check-where.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { ruleMisfit } from '#schemas/check/form/rule-types.ts'
import { missing } from '#schemas/check/scope.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })

const maps = ['properties', 'patternProperties', 'definitions', '$defs']
const lists = ['allOf', 'anyOf', 'oneOf']
const singles = ['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']
const keywords = new Set([
  ...maps,
  ...lists,
  ...singles,
  '$schema',
  '$id',
  '$ref',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'required',
  'dependencies',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'formatMinimum',
  'formatMaximum',
  'formatExclusiveMinimum',
  'formatExclusiveMaximum',
  'contentEncoding',
  'contentMediaType',
  'rules',
  'references',
  'rows',
  'edit',
  'from',
  'sequence',
  'slug',
  'computed',
  'scale',
  'currency',
  'frozen_in',
  'private',
  'value',
  'where',
])
/** Formats that are checked, and those that only decide how a field is drawn or stored. */
const formats = [...Object.keys(schemaFormats), 'color', 'data-url', 'slug', 'html', 'file', 'role']

/** Fields that a rule may name, with their schemas. */
type Siblings = Record<string, unknown>

/**
 * Checks a JSON Schema inside a document: against draft-07, and the product's additions `rules` and `references`; its
 * patterns can be run, and its references exist. `outsideFields`: fields of the record that are outside the schema.
 */
export function checkSchema(document: CheckedDocument, pointer: string, schema: unknown, outsideFields: Siblings = {}): void {
  if (!isRecord(schema)) return
  ajv.validateSchema(schema)
  const first = ajv.errors?.find((schemaFault) => schemaFault.keyword !== 'anyOf') ?? ajv.errors?.[0]
  if (first) {
    const written = valueAtPointer(schema, first.instancePath)
    const allowed = Array.isArray(first.params?.allowedValues) ? first.params.allowedValues.map(String) : undefined
    const fault = allowed ? `${JSON.stringify(written)} is not one of ${allowed.join(', ')}` : (first.message ?? 'invalid')
    error(document, pointer + first.instancePath, `not a JSON Schema: ${fault}`, allowed && missing(String(written), allowed))
    return
  }
  walk(document, pointer, schema, schema, { ...outsideFields, ...(isRecord(schema.properties) && schema.properties) })
  checkReferences(document, pointer, schema)
  checkRequired(document, pointer, schema, namesOf(outsideFields))
}

const valueAtPointer = (schema: Record<string, unknown>, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], schema)

/** Names under which the fields of a record may be listed; a reference has two. */
const namesOf = (fields: Siblings): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isRecord(field) && field.references ? [name, `${name}_id`] : [name]))

/**
 * Checks that every `$ref` leads to a schema in the same document, and not back to itself without a step into the data.
 * Payloads and results of endpoints may also name a part of the contract.
 */
function checkReferences(document: CheckedDocument, pointer: string, root: Record<string, unknown>): void {
  const index = indexSchema(root)
  const target = (node: SchemaNode): Schema | undefined =>
    typeof node.$ref === 'string' ? index.resolve(node.$ref, index.place(node))?.schema : undefined
  /** Schemas that apply to the same value. */
  const sameValue = (node: SchemaNode): Schema[] => [target(node), ...inPlace.flatMap((key) => node[key])].filter(isSchema)
  const returns = (from: Schema, to: SchemaNode, seen: Set<Schema>): boolean =>
    from === to || (isRecord(from) && !seen.has(from) && sameValue(seen.add(from) && from).some((next) => returns(next, to, seen)))
  const visit = (node: SchemaNode, here: string): void => {
    if (typeof node.$ref === 'string' && !(document.kind === 'endpoints' && isInContract(node.$ref))) {
      const resolved = target(node)
      if (resolved === undefined)
        error(
          document,
          at(here, '$ref'),
          `"${node.$ref}" leads to nothing in this schema${node.$ref.startsWith('#') ? '' : ': a reference names a place in it, e.g. "#/definitions/address"'}`,
        )
      else if (returns(resolved, node, new Set()))
        error(document, at(here, '$ref'), `"${node.$ref}" leads back to itself: no value can ever be checked against it`)
    }
    for (const [steps, inner] of schemasIn(node)) if (isRecord(inner)) visit(inner, at(here, ...steps))
  }
  visit(root, pointer)
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

function walk(document: CheckedDocument, pointer: string, node: unknown, root: Record<string, unknown>, siblings: Siblings): void {
  if (!isRecord(node)) return
  for (const key of Object.keys(node)) {
    if (keywords.has(key)) continue
    const suggestion = nearest(key, keywords)
    const extra = { atKey: true, ...(suggestion === undefined ? {} : { suggestion }) }
    if (suggestion === undefined) warn(document, at(pointer, key), `"${key}" is not a keyword of JSON Schema and has no effect`, extra)
    else error(document, at(pointer, key), `"${key}" is not a keyword of JSON Schema`, extra)
  }
  if (typeof node.pattern === 'string' && !isSafePattern(node.pattern)) error(document, at(pointer, 'pattern'), patternFault(node.pattern))
  for (const pattern of Object.keys(isRecord(node.patternProperties) ? node.patternProperties : {})) {
    if (!isSafePattern(pattern)) error(document, at(pointer, 'patternProperties', pattern), patternFault(pattern), { atKey: true })
  }
  checkKeywordTypes(document, pointer, node)
  if (typeof node.format === 'string' && !formats.includes(node.format))
    warn(document, at(pointer, 'format'), `the format "${node.format}" is not known and is not checked`, missing(node.format, formats))
  if (isIdentifierFormat(node.format) && node.type !== undefined && ![node.type].flat().includes('string'))
    error(document, at(pointer, 'format'), `"${node.format}" is a format of texts: the type is "string"`)
  if (node.references !== undefined) {
    if (typeof node.references !== 'string') error(document, at(pointer, 'references'), 'must be the name of an entity')
    else expectFound(document, at(pointer, 'references'), document.scope.entity(node.references), `there is no entity "${node.references}"`)
    if (node.type !== undefined && !([] as unknown[]).concat(node.type).includes('integer'))
      error(document, at(pointer, 'type'), 'a reference is the number of a record: its type is "integer"', { allowed: ['integer'] })
  }
  if (node.where !== undefined) checkWhere(document, at(pointer, 'where'), node, siblings)
  if (node.rules !== undefined) checkRules(document, at(pointer, 'rules'), node, siblings)
  const own = isRecord(node.properties) ? Object.keys(node.properties) : []
  const within = own.length > 0 ? { ...siblings, ...(node.properties as object) } : siblings
  for (const key of maps)
    if (isRecord(node[key]))
      for (const [name, inner] of Object.entries(node[key]))
        walk(document, at(pointer, key, name), inner, root, key === 'properties' ? within : siblings)
  for (const key of lists)
    if (Array.isArray(node[key])) node[key].forEach((inner, index) => walk(document, at(pointer, key, index), inner, root, siblings))
  for (const key of singles) {
    const inner = node[key]
    if (Array.isArray(inner)) inner.forEach((item, index) => walk(document, at(pointer, key, index), item, root, siblings))
    else walk(document, at(pointer, key), inner, root, siblings)
  }
}

/** Checks that `where` names plain fields of the referenced entity, and values that they can have. */
function checkWhere(document: CheckedDocument, pointer: string, { references, where }: SchemaNode, siblings: Siblings): void {
  const entity = typeof references === 'string' ? document.scope.entity(references)?.found : undefined
  if (typeof references !== 'string') error(document, pointer, 'says which records a reference may be to, and this has no "references"')
  if (typeof where === 'string' && entity) checkConditions(document, pointer, where, entity)
  else if (!isRecord(where)) error(document, pointer, 'must be an object of fields and their values, or a text of conditions')
  else if (entity)
    for (const [name, wanted] of Object.entries(where)) {
      const field = expectFound(
        document,
        at(pointer, name),
        document.scope.field(entity, name),
        `there is no field "${name}" in the entity "${entity.name}"`,
        true,
      )
      const values = [wanted].flat()
      const inserted = recordFields({ wanted })
      for (const other of inserted)
        expectFound(
          document,
          at(pointer, name),
          Object.hasOwn(siblings, other) ? { found: true, module: '' } : missing(other, Object.keys(siblings)),
          `there is no field "${other}" beside this one`,
        )
      if (inserted.length > 0) continue
      if (field && entity.storage?.translate?.includes(name))
        error(document, at(pointer, name), `"${name}" is translated: it has a text in each language, which cannot be compared here`)
      else if (field && !['text', 'number', 'boolean', 'choice'].includes(kindOf(field)))
        error(document, at(pointer, name), `"${name}" is a ${kindOf(field)}, which cannot be compared here`)
      else if (field && (values.length === 0 || values.some((value) => !isValid(field, value, { root: field }))))
        error(document, at(pointer, name), `not a value of "${name}"`, Array.isArray(field.enum) ? { allowed: field.enum.map(String) } : {})
    }
}

/** Why a pattern is refused: it is not valid, or it is slow. */
function patternFault(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
  } catch (fault) {
    return `this is no regular expression: ${(fault as Error).message.replace(/^Invalid regular expression: /, '')}`
  }
  return 'this regular expression cannot be used: it may take very long on some texts (nested or overlapping repeats, back references)'
}

const isNumber = (arg: string | undefined): boolean => arg !== undefined && isDecimal(toLatinDigits(arg))
const numbers =
  (least: number, most = least) =>
  (args: string[]): string | undefined =>
    args.length >= least && args.length <= most && args.every(isNumber)
      ? undefined
      : least === most
        ? `takes ${least === 1 ? 'a number' : `${least} numbers`}`
        : `takes ${least} to ${most} numbers`
/** Arguments that count characters, entries, digits or decimals. */
const counts =
  (least: number, most = least) =>
  (args: string[]): string | undefined =>
    numbers(least, most)(args) ??
    (args.every((arg) => /^\d+$/.test(toLatinDigits(arg))) ? undefined : 'counts something: it takes whole numbers from 0 on')
const wrongOrder = ([least, most]: string[]): string | undefined =>
  most !== undefined && Number(toLatinDigits(least!)) > Number(toLatinDigits(most))
    ? `has its bounds in the wrong order: write ${most},${least}`
    : undefined
const some = (args: string[]): string | undefined => (args.some((arg) => arg !== '') ? undefined : 'needs at least one value')
const none = (args: string[]): string | undefined => (args.length === 0 ? undefined : 'takes nothing after its name')

/** Whether a text is a day of the calendar, alone or with a time. */
const isMoment = (text: string): boolean => isValid({ type: 'string', format: 'date' }, text.slice(0, 10)) && isTimeLimit(text)

function dayOrField([arg = '']: string[], siblings: Siblings, node: Record<string, unknown>): string | undefined {
  if (node.format === 'time') return 'is about days, and this is a time of day: write "formatMinimum"'
  if (arg === 'today' || arg === 'now' || isMoment(arg)) return undefined
  return /^\d{4}-\d{2}-\d{2}/.test(arg)
    ? `names "${arg}", and there is no such day: write a date such as 2024-01-31`
    : fieldArgument(arg, siblings, 'takes a date such as 2024-01-31 or the name of a field')
}

/** The other field must be one that holds numbers. */
function numberOrField(args: string[], siblings: Siblings): string | undefined {
  const [arg = ''] = args
  if (args.length !== 1 || isNumber(arg)) return numbers(1)(args)
  const wrong = fieldArgument(arg, siblings, 'takes a number or the name of a field')
  const other = siblings[arg]
  return wrong ?? (isRecord(other) && ruleMisfit('max_value', other) ? `names "${arg}", which holds no number` : undefined)
}

/** Errors in the arguments of each rule. */
const argumentChecks: Record<RuleName, (args: string[], siblings: Siblings, node: Record<string, unknown>) => string | undefined> = {
  after: dayOrField,
  alpha: none,
  alpha_dash: none,
  alpha_num: none,
  currency: none,
  email: none,
  numeric: none,
  required: none,
  url: none,
  between: (args) => numbers(2)(args) ?? wrongOrder(args),
  confirmed: ([arg], siblings) => (arg === undefined || arg === '' ? undefined : fieldArgument(arg, siblings, 'takes the name of a field')),
  decimal: counts(0, 1),
  digits: (args) =>
    counts(1)(args) ?? (Number(toLatinDigits(args[0]!)) > 0 ? undefined : 'counts digits: it takes a whole number from 1 on'),
  excluded: (args, _, node) => some(args) ?? valueArgument(args, node, 'this field'),
  included: (args, _, node) => some(args) ?? valueArgument(args, node, 'this field'),
  length: (args) => counts(1, 2)(args) ?? wrongOrder(args),
  max: counts(1),
  max_value: numberOrField,
  min: counts(1),
  min_value: numberOrField,
  size: (args) => numbers(1)(args) ?? (Number(toLatinDigits(args[0]!)) > 0 ? undefined : 'takes a number of kilobytes above 0'),
  regex: ([pattern = '']) =>
    pattern === '' ? 'takes a regular expression' : isSafePattern(pattern) ? undefined : `is refused: ${patternFault(pattern)}`,
  required_if: ([arg = '', ...values], siblings) =>
    fieldArgument(arg, siblings, 'takes the name of a field and its values') ?? valueArgument(values, siblings[arg], `"${arg}"`),
}

function fieldArgument(arg: string, fields: Siblings, otherwise: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(arg)) return otherwise
  const siblings = Object.keys(fields)
  const name = arg.split('.')[0]!
  if (siblings.length === 0 || siblings.includes(name) || siblings.includes(name.replace(/_id$/, ''))) return undefined
  const close = nearest(name, siblings)
  return `names the field "${name}", which is not there${close ? `; did you mean "${close}"?` : ''}`
}

/** Checks arguments that must be values of a field, if its schema lists them. */
function valueArgument(args: string[], field: unknown, name: string): string | undefined {
  const allowed = isRecord(field) && Array.isArray(field.enum) ? field.enum.map(String) : undefined
  const wrong = allowed && args.find((arg) => arg !== '' && !allowed.includes(arg))
  if (!allowed || wrong === undefined) return undefined
  const close = nearest(wrong, allowed)
  return `names "${wrong}", which is no value of ${name}${close ? `; did you mean "${close}"?` : ` (${allowed.join(', ')})`}`
}

function checkRules(document: CheckedDocument, pointer: string, node: Record<string, unknown>, siblings: Siblings): void {
  const { rules } = node
  if (typeof rules !== 'string') return error(document, pointer, 'must be text such as "required|max:200"')
  for (const { name, args } of parseRules(rules)) {
    if (!isRuleName(name)) error(document, pointer, `there is no rule "${name}"`, missing(name, ruleNames))
    else {
      const wrong = argumentChecks[name](args, siblings, node)
      const { sentence, ...extra } = ruleMisfit(name, node, siblings[args[0] ?? '']) ?? { sentence: undefined }
      if (wrong) error(document, pointer, `the rule ${name} ${wrong}`)
      if (sentence) error(document, pointer, `the rule ${name} ${sentence}`, extra)
    }
  }
}
