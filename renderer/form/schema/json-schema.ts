import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema/json-schema.ts'

/** The parts of a draft-07 schema that drawing a form reads; everything else is left to validation. */
export interface FieldSchema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  rules?: string
  references?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  oneOf?: FieldSchema[]
  anyOf?: FieldSchema[]
  allOf?: FieldSchema[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema | FieldSchema[]
  readOnly?: boolean
  maxLength?: number
  minLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  additionalProperties?: unknown
  $ref?: string
  [keyword: string]: unknown
}

/** The one type that a field is drawn for; `null` beside another type is left out. */
export const typeOf = (schema: FieldSchema): string | undefined =>
  Array.isArray(schema.type) ? (schema.type.find((type) => type !== 'null') ?? schema.type[0]) : schema.type

export const allowsNull = (schema: FieldSchema): boolean =>
  schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'))

/** True when the rule string holds the rule; a pipe inside `regex:` does no harm, since that rule comes last. */
export const hasRule = (schema: FieldSchema, name: string): boolean =>
  typeof schema.rules === 'string' && schema.rules.split('|').some((rule) => rule === name || rule.startsWith(`${name}:`))

/** The schema at a place, through `$ref`, arrays and objects; undefined where the schema says nothing. */
export function schemaAt(root: FieldSchema, path: readonly (string | number)[]): FieldSchema | undefined {
  let schema: FieldSchema | undefined = deref(root, root)
  for (const part of path) {
    if (!schema) return undefined
    const items: FieldSchema | FieldSchema[] | undefined = schema.items
    const item: FieldSchema | undefined = typeof part === 'number' ? (Array.isArray(items) ? items[part] : items) : undefined
    const next: FieldSchema | undefined = item ?? own(schema.properties, String(part))
    schema = isRecord(next) ? deref(next as FieldSchema, root) : undefined
  }
  return schema
}

const own = <T>(map: Record<string, T> | undefined, key: string): T | undefined => (map && Object.hasOwn(map, key) ? map[key] : undefined)

/** Follows references inside the document, by pointer or by name; stops after a hundred, so that a circle ends. */
export function deref(schema: FieldSchema, root: FieldSchema): FieldSchema {
  let found = schema
  let within = schema
  for (let hops = 0; typeof found.$ref === 'string' && hops < 100; hops += 1) {
    const target = targetOf(root, found.$ref, within)
    if (target === undefined) return found.$ref.startsWith('#') ? {} : found
    const { $ref: _, ...beside } = found
    within = target
    found = { ...target, ...beside }
  }
  return found
}

function targetOf(root: FieldSchema, reference: string, from: FieldSchema): FieldSchema | undefined {
  try {
    const target = resolveRef(root, reference, from)
    return isRecord(target) ? (target as FieldSchema) : undefined
  } catch {
    return undefined
  }
}
