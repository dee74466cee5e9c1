import { isRecord } from '#schemas/rules/is-record.ts'
import { isSchema, type Placed, type SchemaIndex } from './schema-index.ts'
import { testPattern } from '#schemas/rules/pattern/pattern-safety.ts'

/** Decides whether a value fits a schema. */
export interface Judge {
  index: SchemaIndex
  fits: (placed: Placed, value: unknown) => boolean
}

/** The node and every schema that applies to the same value, as the `unevaluated…` keywords count them. */
function* schemasOfValue(placed: Placed, value: unknown, judge: Judge, depth = 0): Generator<Record<string, unknown>> {
  const { schema } = placed
  if (!isRecord(schema) || depth > 60) return
  yield schema
  const enter = function* (part: unknown): Generator<Record<string, unknown>> {
    if (isSchema(part)) yield* schemasOfValue(judge.index.place(part, placed), value, judge, depth + 1)
  }
  const fits = (part: unknown): boolean => isSchema(part) && judge.fits(judge.index.place(part, placed), value)
  const reference = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef
  const target = typeof reference === 'string' ? judge.index.resolve(reference, placed) : undefined
  if (target) yield* schemasOfValue(target, value, judge, depth + 1)
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) yield* enter(part)
  for (const list of [schema.anyOf, schema.oneOf]) for (const part of Array.isArray(list) ? list : []) if (fits(part)) yield* enter(part)
  if (isSchema(schema.if)) {
    const holds = fits(schema.if)
    if (holds) yield* enter(schema.if)
    yield* enter(holds ? schema.then : schema.else)
  }
  if (isRecord(schema.dependentSchemas) && isRecord(value))
    for (const [name, part] of Object.entries(schema.dependentSchemas)) if (Object.hasOwn(value, name)) yield* enter(part)
}

/** Names of the properties that a schema other than `unevaluatedProperties` has evaluated. */
export function evaluatedNames(placed: Placed, value: Record<string, unknown>, judge: Judge): Set<string> {
  const seen = new Set<string>()
  for (const node of schemasOfValue(placed, value, judge)) {
    const isOpen = node.additionalProperties !== undefined || (node !== placed.schema && node.unevaluatedProperties !== undefined)
    const patterns = isRecord(node.patternProperties) ? Object.keys(node.patternProperties) : []
    for (const name of Object.keys(value))
      if (
        isOpen ||
        (isRecord(node.properties) && Object.hasOwn(node.properties, name)) ||
        patterns.some((pattern) => testPattern(pattern, name))
      )
        seen.add(name)
  }
  return seen
}

/** Indexes of the items that a schema other than `unevaluatedItems` has evaluated. */
export function evaluatedItems(placed: Placed, value: unknown[], judge: Judge): Set<number> {
  const seen = new Set<number>()
  for (const node of schemasOfValue(placed, value, judge)) {
    const tuple = Array.isArray(node.prefixItems) ? node.prefixItems.length : Array.isArray(node.items) ? node.items.length : 0
    const isOpen =
      isSchema(node.items) || node.additionalItems !== undefined || (node !== placed.schema && node.unevaluatedItems !== undefined)
    const { contains } = node
    value.forEach((item, index) => {
      if (isOpen || index < tuple || (isSchema(contains) && judge.fits(judge.index.place(contains, placed), item))) seen.add(index)
    })
  }
  return seen
}
