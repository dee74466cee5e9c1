import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema/json-schema.ts'
import { type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'

/** Keywords whose schemas apply to the same value. */
const inPlaceLists = ['allOf', 'anyOf', 'oneOf']
const inPlace = ['not', 'if', 'then', 'else']
/** Keywords that compare, and therefore need to know whether a value is a decimal. */
const comparing = [
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'formatMinimum',
  'formatMaximum',
  'formatExclusiveMinimum',
  'formatExclusiveMaximum',
]

const dressed = new WeakMap<object, WeakMap<object, SchemaNode>>()

/**
 * Adds the format `decimal` to the properties of a condition whose fields are exact decimals, so that `{ "properties": {
 * "rest": { "formatMaximum": "0" } } }` is enough in a document. `schema` describes the record.
 */
export function withFieldFormats<T>(condition: T, schema: SchemaNode): T {
  if (!isRecord(condition)) return condition
  let byCondition = dressed.get(schema)
  if (!byCondition) dressed.set(schema, (byCondition = new WeakMap()))
  let known = byCondition.get(condition)
  if (!known) byCondition.set(condition, (known = dress(condition, schema, schema)))
  return known as T
}

function dress(node: SchemaNode, described: SchemaNode, root: SchemaNode): SchemaNode {
  const field = typeof described.$ref === 'string' ? resolveRef(root, described.$ref, described) : described
  if (!isRecord(field)) return node
  const copy: SchemaNode = { ...node }
  if (field.format === 'decimal' && node.format === undefined && comparing.some((keyword) => keyword in node)) copy.format = 'decimal'
  for (const key of inPlace) if (isRecord(node[key])) copy[key] = dress(node[key], field, root)
  for (const key of inPlaceLists) {
    const parts = node[key]
    if (Array.isArray(parts)) copy[key] = parts.map((part: unknown) => (isRecord(part) ? dress(part, field, root) : part))
  }
  const { properties, items } = field
  if (isRecord(node.properties) && isRecord(properties))
    copy.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, part]) => {
        const named = Object.hasOwn(properties, name) ? properties[name] : undefined
        return [name, isRecord(part) && isRecord(named) ? dress(part, named, root) : part]
      }),
    )
  for (const key of ['items', 'contains']) if (isRecord(node[key]) && isRecord(items)) copy[key] = dress(node[key], items, root)
  return copy
}
