import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { indexSchema, type Placed, type Schema, type SchemaIndex, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { hasRule, type FieldSchema } from './json-schema.ts'

/** What names and embeds schemas; the copy has `definitions` of its own. */
const naming = [
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$comment',
  'definitions',
  '$defs',
  '$vocabulary',
] as const
/** What only validation asks for: nothing is drawn otherwise because of it. */
const unseen = [
  'not',
  'contains',
  'propertyNames',
  'patternProperties',
  'dependentRequired',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'minContains',
  'maxContains',
] as const
/** What a reference may have beside it without saying anything about the value. */
const annotations = ['title', 'description', 'default', 'readOnly', 'writeOnly', 'rules', 'references', 'examples'] as const
const combining = ['allOf', 'anyOf', 'oneOf'] as const
const conditional = ['if', 'then', 'else'] as const
const deepest = 60

/** A place that has no shape of its own is written as JSON; a reference to nowhere is named beside it. */
const freely = (schema: SchemaNode, reference?: string): FieldSchema => ({
  ...pick(schema, ['title', 'description', 'readOnly', 'default', 'rules']),
  type: 'object',
  undrawn: reference === undefined ? { key: 'form.problem.as_json' } : { key: 'form.problem.no_target', values: { reference } },
})

const pick = (schema: SchemaNode, keys: readonly string[]): FieldSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => keys.includes(key) || key.startsWith('x-')))

/** One type where one will do: texts and numbers are typed alike, any other mixture is written as JSON. */
function drawnType(type: unknown): string | string[] | undefined {
  if (!Array.isArray(type)) return typeof type === 'string' ? type : undefined
  const kinds = type.filter((name): name is string => typeof name === 'string' && name !== 'null')
  if (kinds.length <= 1) return type as string[]
  const only = (...names: string[]): boolean => kinds.every((name) => names.includes(name))
  return only('integer', 'number') ? 'number' : only('integer', 'number', 'string') ? 'string' : 'object'
}

function inferType(schema: FieldSchema): string | undefined {
  if (isRecord(schema.properties)) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined || schema.minItems !== undefined || schema.maxItems !== undefined)
    return 'array'
  const sample = schema.const ?? schema.enum?.find((value) => value !== null) ?? schema.default
  if (typeof sample === 'string') return 'string'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number'
  if (typeof sample === 'boolean') return 'boolean'
  if (Array.isArray(sample)) return 'array'
  if (schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf !== undefined) return 'number'
  if (schema.references) return 'integer'
  if (schema.format || schema.pattern || schema.rules || schema.maxLength !== undefined || schema.minLength !== undefined) return 'string'
  return undefined
}

/**
 * A copy of the schema as the drawing library takes it: whatever references lead to (pointers, `$id`s, anchors, embedded
 * documents) under `definitions`, a type on everything that has none, no properties beside those named, one row in a list
 * that may not be empty. What cannot be drawn becomes a place that is written as JSON. The copy is for drawing alone;
 * validation reads the original. Definitions that lead back to themselves through what is inside them have `recursive: true`.
 */
export function normaliseSchema(schema: FieldSchema): FieldSchema {
  let index: SchemaIndex
  try {
    index = indexSchema(schema)
  } catch {
    return { type: 'object', properties: {} }
  }
  const names = new Map<SchemaNode, string>()
  const waiting: Placed[] = []
  const definitions: Record<string, FieldSchema> = {}
  const root = copy(index, index.root, name, 0)
  if (isRecord(root.properties) || schema.type === 'object') root.type ??= 'object'
  for (const placed of waiting) definitions[names.get(placed.schema as SchemaNode)!] = copy(index, placed, name, 0)
  for (const key of circling(definitions)) definitions[key] = freely(definitions[key]!)
  for (const key of recursive(definitions)) definitions[key]!.recursive = true
  return waiting.length > 0 ? { ...root, definitions } : root

  function name(placed: Placed): string {
    const node = placed.schema as SchemaNode
    let known = names.get(node)
    if (known === undefined) {
      names.set(node, (known = `s${names.size}`))
      waiting.push(placed)
    }
    return known
  }
}

function copy(index: SchemaIndex, placed: Placed, name: (target: Placed) => string, depth: number): FieldSchema {
  const { schema } = placed
  if (!isRecord(schema)) return { type: 'object' }
  if (depth > deepest) return freely(schema)
  if (typeof schema.$ref === 'string') return copyReference(index, placed, schema, name)
  const each = (part: unknown): FieldSchema => copy(index, index.place(part as Schema, placed), name, depth + 1)
  const result: FieldSchema = { ...schema }
  for (const key of [...naming, ...unseen]) delete result[key]
  // A default that its own place refuses would only be something to take out again.
  if (result.default !== undefined && isRecord(index.root.schema) && !isValid(schema, result.default, { root: index.root.schema }))
    delete result.default
  for (const key of Object.keys(result)) if (key.startsWith('$')) delete result[key]
  if (isRecord(schema.properties)) {
    const properties = Object.entries(schema.properties).filter(([, part]) => part !== false)
    if (properties.length > 0 || depth === 0) result.properties = Object.fromEntries(properties.map(([key, part]) => [key, each(part)]))
    else delete result.properties
  }
  if (placed.isModern && Array.isArray(schema.prefixItems)) delete result.items
  else if (isRecord(schema.items)) result.items = each(schema.items)
  for (const key of combining) {
    const parts = Array.isArray(schema[key]) ? (schema[key] as unknown[]).filter((part) => part !== true && part !== false) : []
    if (parts.length > 0) result[key] = parts.map(each)
    else delete result[key]
  }
  for (const key of conditional) if (isRecord(schema[key])) result[key] = each(schema[key])
  const dependent = Object.entries({
    ...(isRecord(schema.dependencies) && schema.dependencies),
    ...(isRecord(schema.dependentRequired) && schema.dependentRequired),
    ...(isRecord(schema.dependentSchemas) && schema.dependentSchemas),
  }).filter(([, part]) => isRecord(part) || Array.isArray(part))
  delete result.dependentSchemas
  delete result.dependencies
  if (dependent.length > 0)
    result.dependencies = Object.fromEntries(
      dependent.map(([key, part]) => [key, Array.isArray(part) ? { required: part as string[] } : each(part)]),
    )
  return withShape(result)
}

/** Follows references to references, so that the library is given one step; a circle of them has no shape. */
function copyReference(index: SchemaIndex, placed: Placed, schema: SchemaNode, name: (target: Placed) => string): FieldSchema {
  const seen = new Set<unknown>()
  let siblings: FieldSchema = {}
  let last = ''
  let at: Placed | undefined = placed
  while (at && isRecord(at.schema) && typeof at.schema.$ref === 'string') {
    if (seen.has(at.schema)) return freely(schema)
    seen.add(at.schema)
    const { $ref, ...rest } = at.schema
    last = $ref as string
    siblings = { ...(at.isModern ? withoutNaming(rest) : pick(rest, annotations)), ...siblings }
    at = index.resolve($ref as string, at)
  }
  return at && isRecord(at.schema) ? { ...siblings, $ref: `#/definitions/${name(at)}` } : freely({ ...schema, ...siblings }, last)
}

const withoutNaming = (schema: SchemaNode): FieldSchema =>
  Object.fromEntries(
    Object.entries(schema).filter(([key]) => !(naming as readonly string[]).includes(key) && !(unseen as readonly string[]).includes(key)),
  )

function withShape(schema: FieldSchema): FieldSchema {
  const type = drawnType(schema.type)
  // A place that may hold an object or something else is told by JSON alone; choices are chosen, whatever they are.
  if (Array.isArray(schema.type) && type === 'object' && !schema.enum) return freely(schema)
  if (type !== undefined) schema.type = type
  else delete schema.type
  const combined = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? schema.if ?? schema.dependencies
  if (schema.type === undefined && !combined) schema.type = inferType(schema) ?? 'object'
  // What a group holds beside its properties is kept and not drawn; a map without properties is written as JSON.
  delete schema.additionalProperties
  if (
    schema.type === 'array' &&
    hasRule(schema, 'required') &&
    !schema.minItems &&
    isRecord(schema.items) &&
    (schema.items as FieldSchema).properties
  )
    schema.minItems = 1
  return schema
}

/** Definitions that lead back to themselves about one and the same value. */
function circling(definitions: Record<string, FieldSchema>): string[] {
  const leadsTo = (schema: unknown, depth = 0): string[] => {
    if (!isRecord(schema) || depth > deepest) return []
    const own = typeof schema.$ref === 'string' ? [schema.$ref.slice('#/definitions/'.length)] : []
    const parts = [
      ...combining.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])),
      ...conditional.map((key) => schema[key]),
      ...(isRecord(schema.dependencies) ? Object.values(schema.dependencies) : []),
    ]
    return [...own, ...parts.flatMap((part) => leadsTo(part, depth + 1))]
  }
  return returning(definitions, leadsTo)
}

/** Definitions that hold themselves somewhere inside. */
const recursive = (definitions: Record<string, FieldSchema>): string[] => returning(definitions, referencesIn)

function referencesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn)
  if (!isRecord(schema)) return []
  const own = typeof schema.$ref === 'string' ? [schema.$ref.slice('#/definitions/'.length)] : []
  return [...own, ...Object.values(schema).flatMap(referencesIn)]
}

/** Those from which a way leads back to themselves. */
function returning(definitions: Record<string, FieldSchema>, leadsTo: (schema: FieldSchema) => string[]): string[] {
  const edges = new Map(Object.entries(definitions).map(([key, schema]) => [key, leadsTo(schema)]))
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>()
    const queue = [...(edges.get(from) ?? [])]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (next === to) return true
      if (!seen.has(next)) {
        seen.add(next)
        queue.push(...(edges.get(next) ?? []))
      }
    }
    return false
  }
  return [...edges.keys()].filter((key) => reaches(key, key))
}
