import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid, resolveRef } from '#schemas/rules/json-schema/json-schema.ts'

type Node = Record<string, unknown>

const prepared = new WeakMap<object, Node>()

/**
 * Whether data meets a condition. A condition is a JSON Schema in which every named property is also required: `{
 * properties: { status: { const: 'published' } } }` is never met without a status. (Under `not` this reads naturally
 * too: a record without a status is not a published one.) Without a condition everything is met.
 * Null is treated like a missing property: neither meets a property, unless its schema names null in `const`, `enum` or
 * `type`; then both are compared as null. Properties in `required` must be filled: not null, no empty text, no empty
 * list.
 */
export function matches(condition: object | boolean | undefined, data: unknown): boolean {
  if (condition === undefined || condition === true) return true
  if (condition === false) return false
  let schema = prepared.get(condition)
  if (!schema) {
    schema = requireNamed(condition as Node, condition as Node)
    prepared.set(condition, schema)
  }
  return isValid(schema, data)
}

const single = ['not', 'if', 'then', 'else', 'contains', 'items', 'additionalProperties']
const lists = ['allOf', 'anyOf', 'oneOf']
const filled: Node = { not: { anyOf: [{ enum: [null, ''] }, { type: 'array', maxItems: 0 }] } }

function requireNamed(node: Node, root: Node): Node {
  const copy: Node = { ...node }
  for (const key of single) if (isRecord(node[key])) copy[key] = requireNamed(node[key], root)
  for (const key of lists)
    if (Array.isArray(node[key])) copy[key] = (node[key] as unknown[]).map((item) => (isRecord(item) ? requireNamed(item, root) : item))
  for (const key of ['definitions', '$defs'])
    if (isRecord(node[key])) copy[key] = mapValues(node[key], (schema) => (isRecord(schema) ? requireNamed(schema, root) : schema))
  const listed = Array.isArray(node.required) ? (node.required as string[]) : []
  if (listed.length > 0)
    copy.allOf = [
      ...(Array.isArray(copy.allOf) ? (copy.allOf as unknown[]) : []),
      { properties: Object.fromEntries(listed.map((name) => [name, filled])) },
    ]
  if (isRecord(node.properties)) {
    const needed = Object.entries(node.properties).filter(([, schema]) => !meetsNull(schema, root))
    copy.properties = mapValues(node.properties, (schema) => presentOrNull(schema, root))
    copy.required = [...new Set([...listed, ...needed.map(([name]) => name)])]
    copy.type ??= 'object'
  }
  return copy
}

/** The schema for a property's value, where null stands for "missing". */
function presentOrNull(schema: unknown, root: Node): unknown {
  if (schema === false) return { type: 'null' }
  if (!isRecord(schema)) return { not: { type: 'null' } }
  const inner = requireNamed(schema, root)
  return asksForNull(schema, root) ? inner : { allOf: [{ not: { type: 'null' } }, inner] }
}

/** Whether a missing value meets the schema of a property. */
const meetsNull = (schema: unknown, root: Node): boolean =>
  schema === false || (isRecord(schema) && asksForNull(schema, root) && isValid(schema, null, { root }))

/** Whether a schema, or a part of it that applies to the same value, names null. */
function asksForNull(schema: unknown, root: Node, depth = 0): boolean {
  if (!isRecord(schema) || depth > 16) return false
  if ('const' in schema && schema.const === null) return true
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) return true
  if ([schema.type].flat().includes('null')) return true
  const parts = [
    ...['not', 'if', 'then', 'else'].map((key) => schema[key]),
    ...lists.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])),
    typeof schema.$ref === 'string' ? resolveRef(root, schema.$ref) : undefined,
  ]
  return parts.some((part) => asksForNull(part, root, depth + 1))
}

const mapValues = (nodes: Node, map: (schema: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(nodes).map(([name, schema]) => [name, map(schema)]))
