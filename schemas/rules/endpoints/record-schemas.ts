import { isRecord } from '#schemas/rules/is-record.ts'
import { isDecimalSchema } from '#schemas/rules/json-schema/schema-decimals.ts'
import type { EntityDocument, JsonSchema } from '#schemas/types/contract.d.ts'

type Schema = Record<string, unknown>
type Properties = Record<string, JsonSchema>

const largestId = Number.MAX_SAFE_INTEGER
export const idSchema: JsonSchema = { type: 'integer', minimum: 1, maximum: largestId }
export const versionSchema: JsonSchema = { type: 'integer', minimum: 0, maximum: 2147483647 }

const referenceNull: JsonSchema = {
  type: ['object', 'null'],
  additionalProperties: true,
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string' } },
}
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const momentOrNull: JsonSchema = { ...moment, type: ['string', 'null'] }
const flag: JsonSchema = { type: 'boolean' }
const flags = ['can_view', 'can_edit', 'can_trash', 'can_restore', 'can_destroy', 'can_activate', 'can_deactivate']

/**
 * What a call takes of each field, by the names that it may be sent under. Types and choices alone: bounds, rules and what is required
 * are the entity's own check, which knows the stored record and says the form's sentences. Null takes a value away.
 */
export function inputProperties(entity: EntityDocument): Properties {
  const { storage = {} } = entity
  const properties: Properties = {}
  for (const [field, written] of fieldsIn(entity)) {
    const reference = referenceNames(field, written)
    if (reference) {
      properties[reference.id] = { type: ['integer', 'null'] }
      properties[reference.expanded] ??= { type: ['integer', 'object', 'null'], additionalProperties: true }
    } else if (storage.translate?.includes(field))
      properties[field] = { anyOf: [typesOf(written, false), { type: ['object', 'null'], additionalProperties: true }] }
    else properties[field] = isDecimalSchema(written) ? orNumber(typesOf(written)) : typesOf(written)
  }
  if (storage.sisters) Object.assign(properties, { locale: { type: ['string', 'null'] }, sister_group: { type: ['integer', 'null'] } })
  return properties
}

/** Decimals may be sent as JSON numbers; the entity's own check refuses those that are not exact. */
const orNumber = (schema: JsonSchema): JsonSchema =>
  schema.type === undefined ? schema : ({ ...schema, type: [...[schema.type].flat(), 'number'] } as JsonSchema)

/** A record as it is answered whole: fields, references as `author_id` beside `author`, what the server keeps, flags. */
export function recordSchema(entity: EntityDocument): JsonSchema {
  const { schema, storage = {}, access } = entity
  // The only record of its kind is read before it has been saved.
  const own: JsonSchema = storage.single === undefined ? { type: 'integer' } : { type: ['integer', 'null'] }
  const properties: Properties = { id: own, version: own }
  const required = ['id', 'version']
  for (const [field, written] of fieldsIn(entity)) {
    const reference = referenceNames(field, written)
    const isFilled = storage.single === undefined && (schema?.required ?? []).includes(field) && !isNullable(written)
    if (reference) {
      properties[reference.id] = { type: isFilled ? 'integer' : ['integer', 'null'] }
      properties[reference.expanded] ??= referenceNull
    } else properties[field] = storage.translate?.includes(field) ? { type: ['string', 'null'] } : typesOf(written, !isFilled)
    if (!Object.hasOwn(access?.fields ?? {}, field)) required.push(...(reference ? [reference.id, reference.expanded] : [field]))
  }
  if (!Object.hasOwn(properties, 'title')) properties.title = { type: 'string' }
  Object.assign(properties, {
    ...Object.fromEntries(['created_at', 'updated_at'].map((name) => [name, storage.single === undefined ? moment : momentOrNull])),
    deleted_at: momentOrNull,
    ...Object.fromEntries(
      ['created_by', 'updated_by'].flatMap((name) => [
        [`${name}_id`, { type: ['integer', 'null'] }],
        [name, referenceNull],
      ]),
    ),
    ...(storage.sisters && { locale: { type: 'string' }, sister_group: { type: ['integer', 'null'] } }),
    ...Object.fromEntries(flags.map((name) => [name, flag])),
  })
  return { type: 'object', additionalProperties: true, required: [...new Set(required)], properties }
}

/** A record as a form opens it: translated fields as a map of locales, a new record without id and version. */
export function openedRecordSchema(entity: EntityDocument): JsonSchema {
  const { properties = {} } = recordSchema({ ...entity, storage: { ...entity.storage, single: true } }) as { properties?: Properties }
  return withAllTexts(entity, { type: 'object', additionalProperties: true, required: ['id', 'version'], properties })
}

/** A record whose translated fields are answered in all languages. */
export function withAllTexts(entity: EntityDocument, record: JsonSchema): JsonSchema {
  const { properties = {} } = record as { properties?: Properties }
  const told = (entity.storage?.translate ?? []).filter((field) => Object.hasOwn(properties, field))
  return { ...record, properties: { ...properties, ...Object.fromEntries(told.map((field) => [field, {}])) } } as JsonSchema
}

/** A record of which a call answers only some paths: `["status", "customer.name_full"]`. */
export function partialRecordSchema(entity: EntityDocument, paths: readonly string[]): JsonSchema {
  const { properties = {} } = recordSchema(entity) as { properties?: Properties }
  if (entity.tree) Object.assign(properties, { path: { type: 'string' }, children_count: { type: 'integer' } })
  const names = ['id', 'version', ...paths.map((path) => path.split('.')[0]!)]
  return {
    type: 'object',
    additionalProperties: true,
    required: ['id'],
    properties: Object.fromEntries(names.flatMap((name) => (Object.hasOwn(properties, name) ? [[name, properties[name]!]] : []))),
  }
}

/** Fields of an entity whose shape may not have been checked yet. */
function fieldsIn({ schema }: EntityDocument): [string, Schema][] {
  const properties = (schema as EntityDocument['schema'] | undefined)?.properties
  return Object.entries(isRecord(properties) ? properties : {}).filter((entry): entry is [string, Schema] => isRecord(entry[1]))
}

/** Keys of a reference: `author_id` for the id and `author` for the record, however the document calls the field. */
export function referenceNames(field: string, schema: unknown): { id: string; expanded: string } | undefined {
  if (!isRecord(schema) || typeof schema.references !== 'string') return undefined
  const expanded = field.endsWith('_id') ? field.slice(0, -3) : field
  return { id: `${expanded}_id`, expanded }
}

/** Types and choices of a field's schema, or null; nothing else of it. */
function typesOf(written: Schema, orNull = true): JsonSchema {
  // Files are sent as they were answered, and a reference into the entity's definitions is not followed.
  if (written.format === 'file' || written.$ref !== undefined) return {}
  const choices = Array.isArray(written.enum) ? (written.enum as unknown[]) : 'const' in written ? [written.const] : undefined
  const types = written.type === undefined ? undefined : [written.type].flat()
  return {
    ...(types && { type: orNull ? [...new Set([...types, 'null'])] : written.type }),
    ...(choices && { enum: orNull ? [...new Set([...choices, null])] : choices }),
    ...(isRecord(written.items) && { items: written.items.references === undefined ? typesOf(written.items) : {} }),
    ...(isRecord(written.properties) && {
      additionalProperties: true,
      properties: Object.fromEntries(Object.entries(written.properties).map(([name, part]) => [name, isRecord(part) ? typesOf(part) : {}])),
    }),
  } as JsonSchema
}

const isNullable = ({ type, enum: choices }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || (Array.isArray(choices) && choices.includes(null))
