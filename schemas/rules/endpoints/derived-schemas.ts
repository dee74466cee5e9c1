import type { EndpointDocument, EntityDocument, JsonSchema } from '#schemas/types/contract.d.ts'
import { partOf, type CallPart } from './call-parts.ts'
import { insertedNames, optionalNames, wholeInsertion } from './inserted-names.ts'
import { recordBy } from './record-by.ts'
import {
  idSchema,
  inputProperties,
  openedRecordSchema,
  partialRecordSchema,
  recordSchema,
  referenceNames,
  versionSchema,
  withAllTexts,
} from './record-schemas.ts'
import { offeredSchemas, stepProperties } from './transition-schemas.ts'
import { commentFields, timelineNode, timelineParams } from './timeline-schemas.ts'

export type Operation = NonNullable<EndpointDocument['operation']>
export type DerivedSchemas = Pick<EndpointDocument, 'params' | 'payload' | 'results' | 'metadata'>
type Properties = Record<string, JsonSchema>
type Derive = (endpoint: EndpointDocument, entity: EntityDocument) => DerivedSchemas

/** Parameters of every list; the list itself checks their values, and takes each field as a filter. */
const listNames = ['page', 'page_size', 'sort', 'order', 'q', 'ids', 'trashed', 'where', 'after', 'before', 'fields', 'for']
const gridNames = ['page', 'page_size', 'sort', 'order', 'q', 'ids', 'tab', 'parts', 'where', 'after', 'before', 'under', 'version']
const rows: JsonSchema = {
  type: 'array',
  items: { type: 'object', additionalProperties: true, required: ['id'], properties: { id: { type: 'integer' } } },
}
const groupRows: JsonSchema = { type: 'array', items: { type: 'object', additionalProperties: true } }
const choices: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: true,
    required: ['value', 'title'],
    properties: { value: { type: ['string', 'number', 'boolean', 'null'] }, title: { type: 'string' } },
  },
}
const destroyed: JsonSchema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

/** Schemas of the calls of an operation over an entity, where an endpoint leaves them out. */
const derivations: Partial<Record<Operation, Derive>> = {
  create: (endpoint, entity) => ({ ...fieldsOf(endpoint, entity, {}), results: toldRecord(endpoint, entity) }),
  save: (endpoint, entity) => ({
    ...fieldsOf(endpoint, entity, {
      ...(!recordBy(endpoint, entity) && { id: { ...idSchema, type: ['integer', 'null'] } }),
      version: { ...versionSchema, type: ['integer', 'null'] },
    }),
    results: toldRecord(endpoint, entity),
  }),
  set: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: toldRecord(endpoint, entity) }),
  single: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: answeredRecord(endpoint, entity) }),
  list: (endpoint, entity) => {
    const { required: _, ...record } = answeredRecord(endpoint, entity) as Record<string, unknown>
    return {
      ...openList(endpoint, entity, entity.tree ? [...listNames, 'under'] : listNames),
      results: { type: 'array', items: { ...record, required: ['id'] } as JsonSchema },
    }
  },
  options: (endpoint, entity) => ({ ...openList(endpoint, entity, listNames), results: choices }),
  trash: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: recordSchema(entity) }),
  restore: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: recordSchema(entity) }),
  destroy: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: destroyed }),
  timeline: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity, timelineParams), results: { type: 'array', items: timelineNode } }),
  comment: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity, commentFields), results: timelineNode }),
  form: formSchemas,
  exists: (endpoint, entity) => ({
    ...closedParts(endpoint, entity, { part: partOf(endpoint.method), named: {}, optional: { id: idSchema } }),
    results: answering({ exists: { type: 'boolean' } }),
  }),
  toggle: (endpoint, entity) => ({
    ...closedParts(endpoint, entity, { part: partOf(endpoint.method), named: {}, optional: {} }),
    results: answering({ exists: { type: 'boolean' }, id: { type: 'integer' } }),
  }),
  reorder: (endpoint, entity) => {
    const place: Properties = { after: idSchema, before: idSchema, at: { enum: ['first', 'last'] } }
    if (entity.tree === undefined || partOf(endpoint.method) !== 'payload')
      return { ...aboutRecord(endpoint, entity, place), results: recordSchema(entity) }
    const { params, payload } = aboutRecord(endpoint, entity, { ...place, ...listProperties(entity) })
    const { required: _, ...open } = payload as Record<string, unknown>
    return { ...(params && { params }), payload: open as JsonSchema, results: { anyOf: [recordSchema(entity), orderedList] } }
  },
  preview: (endpoint, entity) => ({
    ...fieldsOf(endpoint, entity, {
      id: { ...idSchema, type: ['integer', 'null'] },
      version: { ...versionSchema, type: ['integer', 'null'] },
    }),
    results: openedRecordSchema(entity),
  }),
  transition: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity, stepProperties(endpoint, entity)), results: recordSchema(entity) }),
  run: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), results: recordSchema(entity) }),
  transitions: (endpoint, entity) => ({ ...aboutRecord(endpoint, entity), ...offeredSchemas }),
}

/** Records whose whole order is stored, and the one beneath which they are put. */
const listProperties = (entity: EntityDocument): Properties => ({
  ids: { type: 'array', minItems: 1, maxItems: 1000, uniqueItems: true, items: idSchema },
  [referenceNames(entity.tree!.parent, { references: entity.name })!.id]: { anyOf: [idSchema, { type: 'null' }] },
})
const orderedList: JsonSchema = { type: 'object', required: ['ids'], properties: { ids: { type: 'array', items: { type: 'integer' } } } }

/** Schemas of operations that are about no record. */
const withoutRecord: Partial<Record<Operation, (endpoint: EndpointDocument, entity: EntityDocument | undefined) => DerivedSchemas>> = {
  grid: (endpoint, entity) => ({ ...openList(endpoint, entity, gridNames), results: rows }),
  metric: () => ({ results: groupRows, metadata: { $ref: '/schemas/responses/metric.json' } }),
  options: (endpoint) => ({ results: endpoint.combo === undefined ? { type: 'object', additionalProperties: choices } : choices }),
  export: (endpoint, entity) => ({
    ...openList(endpoint, entity, [...gridNames, 'columns'], { format: { enum: ['csv', 'xlsx'] } }),
    results: { anyOf: [{ type: 'null' }, answering({ task: { $ref: '/schemas/responses/task.json' } })] },
  }),
}

function formSchemas(endpoint: EndpointDocument, entity: EntityDocument): DerivedSchemas {
  const by = recordBy(endpoint, entity)
  const { params } = closedParts(endpoint, entity, { part: 'params', named: {}, optional: by ? {} : { id: idSchema } })
  const { options } = endpoint
  return {
    ...(params && { params }),
    results: openedRecordSchema(entity),
    metadata: {
      type: 'object',
      required: ['form', ...(options ? ['options'] : [])],
      properties: {
        form: { $ref: '/schemas/responses/form.json' },
        ...(options && { options: answering(Object.fromEntries(Object.keys(options).map((name) => [name, choices]))) }),
      },
    } as JsonSchema,
  }
}

function answering(properties: Properties): JsonSchema {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties } as JsonSchema
}

/** An endpoint's schemas as they follow from its operation and entity; nothing of them for a handler or a `proxy`. */
export function derivedSchemas(endpoint: EndpointDocument, entity: EntityDocument | undefined): DerivedSchemas {
  const { operation } = endpoint
  if (operation === undefined) return {}
  const derive = derivations[operation]
  const schemas = derive && entity ? derive(endpoint, entity) : (withoutRecord[operation]?.(endpoint, entity) ?? {})
  if (endpoint.answer === undefined || operation === 'grid') return schemas
  return { ...schemas, results: operation === 'list' ? { type: 'array', items: answeredByFeature } : answeredByFeature }
}

/** Of a record that a feature reads only what every record has is known. */
const answeredByFeature: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  required: ['id', 'version'],
  properties: { id: { type: 'integer' }, version: { type: 'integer' } },
}

/** What names the record (`id` and `version`), and what the document inserts. */
export function aboutRecord(endpoint: EndpointDocument, entity: EntityDocument, more: Properties = {}): DerivedSchemas {
  const part = partOf(endpoint.method)
  const takesIdElsewhere =
    part === 'payload' && Object.hasOwn((endpoint.params as { properties?: object } | undefined)?.properties ?? {}, 'id')
  const named: Properties = takesIdElsewhere || recordBy(endpoint, entity) ? {} : { id: idSchema }
  return closedParts(endpoint, entity, { part, named, optional: { version: versionSchema, ...more } })
}

/** The fields of a write, in `data` or beside it. What the entity does not know it refuses itself, at the name. */
function fieldsOf(endpoint: EndpointDocument, entity: EntityDocument, named: Properties): DerivedSchemas {
  const fields = inputProperties(entity)
  const { params } = closedParts(endpoint, entity, { part: 'payload', named: {}, optional: {} })
  const inserted = insertedProperties(endpoint, entity, 'payload')
  const codes = insertedNames(endpoint.find, 'payload')
  const needed = Object.keys(inserted).filter((name) => !codes.includes(name))
  const payload = {
    type: 'object',
    additionalProperties: true,
    ...(needed.length > 0 && { required: needed }),
    properties: { ...fields, ...inserted, ...named, data: { type: 'object', additionalProperties: true, properties: fields } },
  } as JsonSchema
  return { ...(params && { params }), payload }
}

function openList(
  endpoint: EndpointDocument,
  entity: EntityDocument | undefined,
  names: readonly string[],
  more: Properties = {},
): DerivedSchemas {
  const inserted = insertedProperties(endpoint, entity, 'params')
  const optional = optionalNames(endpoint.where, 'params')
  const required = Object.keys(inserted).filter((name) => !optional.includes(name))
  const properties = { ...Object.fromEntries(names.map((name) => [name, {}])), ...more, ...inserted }
  return { params: { type: 'object', additionalProperties: true, ...(required.length > 0 && { required }), properties } as JsonSchema }
}

function closedParts(
  endpoint: EndpointDocument,
  entity: EntityDocument,
  { part, named, optional }: { part: CallPart; named: Properties; optional: Properties },
): DerivedSchemas {
  const schemas: DerivedSchemas = {}
  for (const each of ['params', 'payload'] as const) {
    const inserted = insertedProperties(endpoint, entity, each)
    const own = each === part ? named : {}
    const properties = { ...inserted, ...own, ...(each === part ? optional : {}) }
    if (Object.keys(properties).length === 0) continue
    const codes = insertedNames(endpoint.find, each)
    const isOptional = (name: string): boolean =>
      Object.hasOwn(optional, name) || startNames(endpoint).includes(name) || codes.includes(name)
    const required = [...Object.keys(own), ...Object.keys(inserted).filter((name) => !isOptional(name))]
    schemas[each] = {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required: [...new Set(required)] }),
      properties,
    } as JsonSchema
  }
  return schemas
}

/** Names of the query that say what a new record of a form begins with: a call may leave them out. */
function startNames({ operation, values, from }: EndpointDocument): string[] {
  return operation === 'form' ? insertedNames([values, from], 'params') : []
}

/** What a document inserts from a part of the call: of the field's type where the whole value goes into a field. */
function insertedProperties(endpoint: EndpointDocument, entity: EntityDocument | undefined, part: CallPart): Properties {
  const { values, where, from, find, effects } = endpoint
  const by = recordBy(endpoint, entity)
  const fields = entity ? inputProperties(entity) : {}
  const properties: Properties = Object.fromEntries(
    insertedNames({ values, where, by, from, find, effects }, part).map((name) => [name, {}]),
  )
  for (const place of [by, where, values])
    for (const [field, value] of typeof place === 'object' ? Object.entries(place) : []) {
      const name = wholeInsertion(value, part)
      if (name !== undefined && Object.hasOwn(fields, field)) properties[name] = fields[field]!
    }
  return properties
}

/** A record without or with all texts of its translated fields. */
const toldRecord = ({ texts }: EndpointDocument, entity: EntityDocument): JsonSchema =>
  texts === undefined ? recordSchema(entity) : withAllTexts(entity, recordSchema(entity))

function answeredRecord(endpoint: EndpointDocument, entity: EntityDocument): JsonSchema {
  const { fields, texts } = endpoint
  if (!fields) return toldRecord(endpoint, entity)
  const record = partialRecordSchema(entity, fields)
  return texts === undefined ? record : withAllTexts(entity, record)
}
