import { type FieldSchema, deref, hasRule, isRecord } from './json-schema.ts'

const holders = ['definitions', '$defs', 'dependentSchemas', 'patternProperties'] as const
const lists = ['allOf', 'anyOf', 'oneOf'] as const

function inferType(schema: FieldSchema): string | undefined {
  if (schema.properties) return 'object'
  if (schema.items) return 'array'
  const sample = schema.const ?? schema.enum?.find((value) => value !== null) ?? schema.default
  if (typeof sample === 'string') return 'string'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number'
  if (typeof sample === 'boolean') return 'boolean'
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number'
  if (schema.references) return 'integer'
  if (schema.format || schema.pattern || schema.rules || schema.maxLength !== undefined || schema.minLength !== undefined) return 'string'
  return undefined
}

/**
 * A copy of the schema as the drawing library takes it: `$id` and `$schema` gone, anchors and ids as local references,
 * a type on everything that has none, no properties beside those named, one row in a list that may not be empty.
 * The copy is for drawing alone; validation reads the original.
 */
export function normaliseSchema(schema: FieldSchema): FieldSchema {
  const places = new Map<string, string>()
  collect(schema, '#', places, 0)
  return copy(schema, places, schema, 0)
}

function collect(schema: unknown, pointer: string, places: Map<string, string>, depth: number): void {
  if (!isRecord(schema) || depth > 60) return
  if (typeof schema.$id === 'string') places.set(schema.$id, pointer)
  if (typeof schema.$anchor === 'string') places.set(`#${schema.$anchor}`, pointer)
  for (const [key, value] of Object.entries(schema)) {
    const here = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (Array.isArray(value)) value.forEach((item, index) => collect(item, `${here}/${index}`, places, depth + 1))
    else collect(value, here, places, depth + 1)
  }
}

function copy(schema: FieldSchema, places: Map<string, string>, root: FieldSchema, depth: number): FieldSchema {
  if (!isRecord(schema)) return {}
  if (depth > 60) return {}
  const { $id: _, $schema: __, $anchor: ___, $comment: ____, ...result } = schema
  if (typeof schema.$ref === 'string') {
    result.$ref = places.get(schema.$ref) ?? schema.$ref
    if (!Object.keys(deref({ $ref: result.$ref }, root)).length) delete result.$ref
  }
  const each = (value: unknown): FieldSchema => copy(value as FieldSchema, places, root, depth + 1)
  if (isRecord(schema.properties)) result.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, each(value)]))
  if (isRecord(schema.items)) result.items = each(schema.items)
  else if (Array.isArray(schema.items)) result.items = schema.items.map(each)
  for (const key of lists) if (Array.isArray(schema[key])) result[key] = schema[key].map(each)
  for (const key of holders) if (isRecord(schema[key])) result[key] = Object.fromEntries(Object.entries(schema[key]).map(([name, value]) => [name, each(value)]))
  if (!result.type && !result.$ref && !result.oneOf && !result.anyOf && !result.allOf) {
    const type = inferType(result)
    if (type) result.type = type
  }
  if (result.properties) delete result.additionalProperties
  if (result.type === 'array' && hasRule(result, 'required') && !result.minItems && isRecord(result.items) && (result.items as FieldSchema).properties) result.minItems = 1
  return result
}
