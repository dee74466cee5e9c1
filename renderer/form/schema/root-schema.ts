import { isRecord } from '#schemas/rules/is-record.ts'
import { indexSchema, type Placed, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import type { FieldSchema } from './json-schema.ts'

/** What names and embeds schemas: it stays at the root, so that references into it lead where they led. */
const naming: ReadonlySet<string> = new Set(['$id', 'id', '$schema', '$anchor', '$comment', '$vocabulary', 'definitions', '$defs'])
/** Keywords next to a reference that do not restrict the value. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'type'])

/**
 * The schema of a form with its fields at the root: a `$ref` at the root is replaced by its target. Up to draft 7
 * keywords next to a `$ref` are ignored; from 2019-09 on they become a part of `allOf`. A reference that leads nowhere,
 * or in a circle, stays.
 */
export function withPlainRoot(schema: FieldSchema): FieldSchema {
  if (typeof schema.$ref !== 'string') return schema
  const resolved = rootTarget(schema)
  if (!resolved) return schema
  const { target, isElsewhere, isModern } = resolved
  const { $ref, ...beside } = schema
  const says = Object.keys(beside).some((key) => !naming.has(key) && !annotations.has(key))
  const texts = pick(beside, (key) => naming.has(key) || annotations.has(key))
  // References in another document, or next to restrictions, are relative to their own place.
  if (isElsewhere || (isModern && says)) return { ...(isModern ? beside : texts), allOf: [{ $ref }, ...((isModern && schema.allOf) || [])] }
  return { ...pick(target, (key) => !naming.has(key)), ...texts }
}

const pick = (schema: object, takes: (key: string) => boolean): FieldSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => takes(key)))

/** Where the references at the root end. */
function rootTarget(schema: FieldSchema): { target: SchemaNode; isElsewhere: boolean; isModern: boolean } | undefined {
  try {
    const index = indexSchema(schema)
    const seen = new Set<unknown>()
    let found: Placed | undefined = index.root
    while (found && isRecord(found.schema) && typeof found.schema.$ref === 'string' && !seen.has(found.schema)) {
      seen.add(found.schema)
      found = index.resolve(found.schema.$ref, found)
    }
    if (!found || !isRecord(found.schema) || typeof found.schema.$ref === 'string') return undefined
    return { target: found.schema, isElsewhere: found.base !== index.root.base, isModern: index.root.isModern }
  } catch {
    return undefined
  }
}
