import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { sequenceOf } from '#schemas/rules/entities/sequence.ts'
import { isGiven } from '#schemas/rules/entities/slug-field.ts'
import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import type { EntityDocument, FormDocument, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { locales } from '#schemas/rules/locales.ts'
import { fieldName, findEntity, type FieldSchema } from './entity-field.ts'
import { may, type Expansion } from './expansion.ts'
import { narrowSchema } from './narrow-schema.ts'
import { rowsSchema } from './rows-schema.ts'
import type { Owned } from './registry.ts'

/** Path under which a form sends a field, inside the rows of a list too: `lines[].ware` is sent as `lines[].ware_id`. */
export function wirePath({ registry }: Pick<Expansion, 'registry'>, entity: EntityDocument, path: string): string {
  const [head = '', ...rest] = path.split('.')
  const schema = ownOf(entity.schema.properties as Record<string, FieldSchema>, head.replace(/\[\]$/, ''))
  const rows = rest.length > 0 ? findEntity(registry, schema?.rows)?.document : undefined
  return rows ? `${head}.${wirePath({ registry }, rows, rest.join('.'))}` : wireName(entity, path)
}

/** Name under which a form sends a field: a reference `author` is sent, and read back, as `author_id`. */
export function wireName(entity: EntityDocument, path: string): string {
  const [first, ...rest] = path.split('.')
  const name = fieldName(entity, first!.replace(/\[\]$/, ''))
  const schema = Object.hasOwn(entity.schema.properties, name) ? (entity.schema.properties[name] as FieldSchema) : undefined
  return schema?.references && rest.length === 0 ? `${name}_id` : path
}

/**
 * Properties of the form's schema under the names in which they are sent: the entity's for the fields that the form
 * names, overlaid by the form's own, in the order of the layout. What the reader has no permission for is not there, and what he may not
 * change is read-only.
 */
export function formProperties(
  expansion: Expansion,
  form: FormDocument,
  entity: Owned<EntityDocument> | undefined,
): Record<string, FieldSchema> {
  const own = { ...((form.schema as { properties?: Record<string, FieldSchema> } | undefined)?.properties ?? {}) }
  if (!entity) return onlyAllowed(expansion, form, undefined, own)
  const named = [...(form.fields ?? []), ...fieldsOfLayout(form.layout ?? [])]
  const paths = named.length ? named : Object.keys(own).length ? [] : writtenFields(entity.document)
  const schemaByPath = new Map<string, FieldSchema>()
  for (const path of [...paths, ...Object.keys(own)]) {
    const name = fieldName(entity.document, path.split('.')[0]!)
    const structure = ownOf(entity.document.schema.properties as Record<string, FieldSchema>, name)
    const addition = ownOf(own, path.split('.')[0]!) ?? ownOf(own, name)
    if (!structure && !addition) continue
    const merged = withoutRequirement({ ...(structure ?? {}), ...(addition ?? {}) })
    if (merged.rows !== undefined) {
      const rows = rowsSchema(expansion, merged, columnsOf(form, name))
      if (rows) schemaByPath.set(name, rows)
      continue
    }
    const translated = (entity.document.storage?.translate ?? []).includes(name)
    const property = translated
      ? translatedSchema(merged, expansion.reader.locales ?? locales)
      : structure
        ? narrowed(merged, name, paths, entity.document.schema)
        : merged
    schemaByPath.set(
      wireName(entity.document, name),
      isWithheld(expansion, entity.document, name) ? { ...property, readOnly: true } : property,
    )
  }
  return onlyAllowed(expansion, form, entity, Object.fromEntries(schemaByPath))
}

/** Whether the reader lacks the permission to change a field that he may read, in every record. */
export const isWithheld = (expansion: Expansion, entity: EntityDocument, field: string): boolean =>
  withheldWhen(expansion, entity, field) === true

/** In which records the reader lacks the permission to change a field: all, those that meet a condition, or none. */
export function withheldWhen(expansion: Expansion, entity: EntityDocument, field: string): boolean | Record<string, unknown> {
  const rule = ownOf(entity.access?.writes ?? {}, fieldName(entity, field))
  if (typeof rule !== 'object') return !may(expansion, rule)
  return !may(expansion, rule.permission) && (rule.when as Record<string, unknown>)
}

/** A form does not ask for what the server gives where nobody fills it in. */
function withoutRequirement(schema: FieldSchema): FieldSchema {
  if (!isGiven(schema)) return schema
  const { rules = '', ...rest } = schema
  const others = sequenceOf(schema)
    ? []
    : String(rules)
        .split('|')
        .filter((rule) => rule !== '' && rule !== 'required')
  return others.length > 0 ? { ...rest, rules: others.join('|') } : rest
}

/** All fields but the place of a row, which nobody writes. */
const writtenFields = (document: EntityDocument): string[] =>
  Object.keys(document.schema.properties).filter((name) => name !== placeField || parentOf(document) === undefined)

/** Fields of the rows that the form shows; all when it names none. */
const columnsOf = (form: FormDocument, list: string): readonly string[] | undefined => ownOf(form.ui ?? {}, list)?.columns

/** Paths that a layout names, from top to bottom. */
export function fieldsOfLayout(layout: FormDocumentLayoutItem[]): string[] {
  return layout.flatMap((item) => (typeof item === 'string' ? [item] : partsOfLayout(item).flatMap(({ items }) => fieldsOfLayout(items))))
}

/** Whether a property of a form is a text per locale. */
export const isTranslated = (schema: FieldSchema): boolean => schema['x-translated'] === true

/** Each locale has a text of its own under the field's rules; that the field is required means that one of them is filled. */
export function translatedSchema(schema: FieldSchema, codes: readonly string[]): FieldSchema {
  const rules = typeof schema.rules === 'string' ? schema.rules.split('|').filter(Boolean) : []
  const inner = rules.filter((rule) => !rule.startsWith('required')).join('|')
  const { rules: _, default: __, ...text } = schema
  const each = inner ? { ...text, rules: inner } : text
  return {
    type: 'object',
    additionalProperties: false,
    'x-translated': true,
    properties: Object.fromEntries(codes.map((code) => [code, each])),
    ...(rules.includes('required') ? { rules: 'required', minProperties: 1 } : {}),
  }
}

/** Reduces a nested object to the properties that the paths name, unless a path names the whole object. */
function narrowed(schema: FieldSchema, name: string, paths: string[], root: Record<string, unknown>): FieldSchema {
  const inside = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1).split('.')[0]!)
  if (!schema.properties || inside.length === 0 || paths.includes(name)) return schema
  return narrowSchema(schema, (key) => (inside.includes(key) ? key : undefined), root)
}

function onlyAllowed(
  expansion: Expansion,
  form: FormDocument,
  entity: Owned<EntityDocument> | undefined,
  properties: Record<string, FieldSchema>,
): Record<string, FieldSchema> {
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => {
      const plain = entity ? fieldName(entity.document, name) : name
      const ui = ownOf(form.ui ?? {}, name) ?? ownOf(form.ui ?? {}, plain)
      return may(expansion, ui?.access) && may(expansion, ownOf(entity?.document.access?.fields ?? {}, plain))
    }),
  )
}

function ownOf<T>(values: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
