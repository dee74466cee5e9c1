import { isRecord } from '#schemas/rules/is-record.ts'
import { typeOf, type FieldSchema } from './json-schema.ts'
import { widgetNameOf } from './widget-name.ts'

/** Keywords with which the fields of a place depend on its data, or on other places of the schema. */
const dependent = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependencies',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
  'not',
  'contains',
] as const

/** Whether a place can be drawn from its schema alone, without asking the data which fields there are. */
export function isPlain(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const type = typeOf(schema as FieldSchema)
  if (type === undefined || dependent.some((keyword) => schema[keyword] !== undefined)) return false
  // The drawing library marks what it worked out itself by symbols.
  if (Object.getOwnPropertySymbols(schema).length > 0) return false
  return type !== 'object' || schema.additionalProperties === undefined || typeof schema.additionalProperties === 'boolean'
}

/** Whether all of a form can be drawn, and its defaults be told, from plain fields of one level. */
export const isFlat = (schema: FieldSchema): boolean =>
  isPlain(schema) &&
  typeOf(schema) === 'object' &&
  schema.default === undefined &&
  Object.values(schema.properties ?? {}).every(isFlatField)

function isFlatField(field: unknown): boolean {
  if (!isPlain(field)) return false
  const schema = field as FieldSchema
  const type = typeOf(schema)
  if (type === 'array') return isOneValue(schema)
  return schema.const === undefined && type !== 'object' && type !== 'null'
}

/** Whether a list is drawn whole, as files or tags are, and opens without rows of its own. */
const isOneValue = (list: FieldSchema): boolean =>
  list.const === undefined &&
  !list.minItems &&
  isPlain(list.items) &&
  Object.keys(list.items as FieldSchema).every((keyword) => !['properties', 'items', 'default', 'const'].includes(keyword)) &&
  widgetNameOf(list, {}) !== undefined

/** Values of a flat form as it opens: what is given, and the defaults of what is not. */
export function flatDefaults(schema: FieldSchema, given: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.entries(schema.properties ?? {}).filter(
    ([name, field]) => field.default !== undefined && (!Object.hasOwn(given, name) || given[name] === undefined),
  )
  return { ...given, ...Object.fromEntries(defaults.map(([name, field]) => [name, structuredClone(field.default)])) }
}
