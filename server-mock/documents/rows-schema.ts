import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { isGiven } from '#schemas/rules/entities/slug-field.ts'
import { locales } from '#schemas/rules/locales.ts'
import { entityAccess, fieldName, findEntity, type FieldSchema } from './entity-field.ts'
import { may, type Expansion } from './expansion.ts'
import { translatedSchema, wireName } from './form-properties.ts'
import { narrowCombinations } from './narrow-schema.ts'

/** Lists inside of the rows of a list are the last ones. */
const deepest = 2

/**
 * The schema of a list of rows as a form draws it: each row is an object with the fields of its entity, its rules and conditions, and
 * with its `id` once it is stored. Undefined for a list that is not written with its parent, and for one that the reader may not write.
 */
export function rowsSchema(
  expansion: Expansion,
  { from: _, edit, ...list }: FieldSchema,
  columns?: readonly string[],
  depth = 1,
): FieldSchema | undefined {
  const child = findEntity(expansion.registry, list.rows)
  if (!child || edit === 'own' || depth > deepest || !may(expansion, entityAccess(child.document, 'write'))) return undefined
  const { schema, access, storage } = child.document
  const left = new Set([parentOf(child.document), placeField])
  const named = columns?.map((name) => fieldName(child.document, name))
  const names = named ?? Object.keys(schema.properties)
  const properties = new Map<string, FieldSchema>()
  for (const name of names) {
    const field = schema.properties[name] as FieldSchema | undefined
    if (!field || left.has(name) || !may(expansion, access?.fields?.[name])) continue
    const nested = field.rows === undefined ? field : rowsSchema(expansion, field, undefined, depth + 1)
    if (!nested) continue
    const translated = storage?.translate?.includes(name) === true
    properties.set(wireName(child.document, name), translated ? translatedSchema(nested, expansion.reader.locales ?? locales) : nested)
  }
  const wired = (name: string) => (properties.has(wireName(child.document, name)) ? wireName(child.document, name) : undefined)
  const required = (schema.required ?? []).filter((name) => !isGiven(schema.properties[name])).flatMap((name) => wired(name) ?? [])
  return {
    ...list,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { id: { type: 'integer' }, ...Object.fromEntries(properties) },
      ...(required.length > 0 && { required }),
      ...narrowCombinations(schema as Record<string, unknown>, wired),
    },
  }
}
