import { isValid } from './json-schema.ts'

type Node = Record<string, unknown>

const prepared = new WeakMap<object, Node>()

/**
 * Whether data meets a condition: a JSON Schema in which every property that is named is also required, so that what is
 * not there never meets `{ properties: { status: { const: 'published' } } }`. (Under `not` that reads naturally too: a
 * record without a status is not a published one.) No condition is met by everything.
 */
export function matches(condition: object | boolean | undefined, data: unknown): boolean {
  if (condition === undefined || condition === true) return true
  if (condition === false) return false
  let schema = prepared.get(condition)
  if (!schema) {
    schema = requireNamed(condition as Node)
    prepared.set(condition, schema)
  }
  return isValid(schema, data)
}

const single = ['not', 'if', 'then', 'else', 'contains', 'items', 'additionalProperties']
const lists = ['allOf', 'anyOf', 'oneOf']

function requireNamed(node: Node): Node {
  const copy: Node = { ...node }
  for (const key of single) if (isNode(node[key])) copy[key] = requireNamed(node[key])
  for (const key of lists)
    if (Array.isArray(node[key])) copy[key] = (node[key] as unknown[]).map((item) => (isNode(item) ? requireNamed(item) : item))
  for (const key of ['definitions', '$defs']) if (isNode(node[key])) copy[key] = mapValues(node[key])
  if (isNode(node.properties)) {
    copy.properties = mapValues(node.properties)
    const needed = Object.entries(node.properties)
      .filter(([, schema]) => schema !== false)
      .map(([name]) => name)
    copy.required = [...new Set([...(Array.isArray(node.required) ? (node.required as string[]) : []), ...needed])]
    copy.type ??= 'object'
  }
  return copy
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value)
const mapValues = (nodes: Node): Node =>
  Object.fromEntries(Object.entries(nodes).map(([name, schema]) => [name, isNode(schema) ? requireNamed(schema) : schema]))
