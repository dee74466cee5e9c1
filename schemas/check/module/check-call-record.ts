import { partOf } from '#schemas/rules/endpoints/call-parts.ts'
import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import { isTreeField } from '#schemas/rules/entities/tree.ts'
import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { recordBy } from '#schemas/rules/endpoints/record-by.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { namingLists } from '#schemas/rules/entities/slug-field.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'
import type { Operation } from '#schemas/rules/endpoints/derived-schemas.ts'
import { takenNames } from './taken-names.ts'

/** Operations about one record, which the call names. */
export const aboutOne: ReadonlySet<Operation> = new Set([
  'set',
  'single',
  'save',
  'form',
  'reorder',
  'preview',
  'run',
  'trash',
  'restore',
  'destroy',
  'transition',
  'transitions',
  'timeline',
  'comment',
])
/** Operations that answer what `fields` leaves of a record. */
const answersFields: ReadonlySet<Operation> = new Set(['single', 'list', 'options'])

/** Checks that a call about one record can say which, and that nothing else says so. */
export function checkCallRecord(document: CheckedDocument, pointer: string, endpoint: EndpointDocument, entity: EntityDocument): void {
  const operation = endpoint.operation!
  const noEffect = (key: 'by' | 'missing' | 'fields', operations: ReadonlySet<Operation>): void => {
    if (endpoint[key] !== undefined && !operations.has(operation))
      error(document, at(pointer, key), `"${key}" has no effect on the operation "${operation}"`, { allowed: [...operations], atKey: true })
  }
  noEffect('by', new Set([...aboutOne, 'exists']))
  noEffect('missing', aboutOne)
  noEffect('fields', answersFields)
  for (const [index, path] of (endpoint.fields ?? []).entries()) {
    if (isTreeField(entity, path)) continue
    const found = document.scope.field(entity, path)
    expectFound(document, at(pointer, 'fields', index), found, `there is no field "${path}" in the entity "${entity.name}"`)
  }
  if (operation === 'exists' && endpoint.by === undefined) error(document, pointer, 'the operation "exists" needs "by": a unique field')
  if (!aboutOne.has(operation) && operation !== 'exists') return
  const by = recordBy(endpoint, entity)
  if (by) return checkBy(document, pointer, endpoint, entity, by)
  if (['save', 'form', 'preview', 'exists'].includes(operation) || takesId(endpoint.payload) || takesId(endpoint.params)) return
  error(
    document,
    pointer,
    `the operation "${operation}" needs the id of a record: add "id" to the "properties" of "${partOf(endpoint.method)}", or name a unique field by "by"`,
  )
}

/** Whether a call may be sent an `id`. */
const takesId = (schema: unknown): boolean => takenNames(schema)?.includes('id') ?? true

function checkBy(
  document: CheckedDocument,
  pointer: string,
  endpoint: EndpointDocument,
  entity: EntityDocument,
  by: Record<string, unknown>,
): void {
  const { scope } = document
  const place = (path: string): string =>
    typeof endpoint.by === 'object' && !Array.isArray(endpoint.by) ? at(pointer, 'by', path) : at(pointer, 'by')
  const paths = Object.keys(by)
  const fields = paths.map((path) => {
    const found = scope.field(entity, path)
    return expectFound(
      document,
      place(path),
      found,
      `there is no field "${path}" in the entity "${entity.name}"`,
      place(path) !== at(pointer, 'by'),
    )
  })
  if (endpoint.by === undefined || fields.some((field) => field === undefined)) return
  if (!namesOne(document, entity, paths))
    error(
      document,
      at(pointer, 'by'),
      `${paths.map((path) => `"${path}"`).join(' and ')} may be those of several records: name a list of "storage.unique" of the entity "${entity.name}"`,
      { allowed: namingLists(entity).map((list) => list.join(', ')) },
    )
}

/** Whether at most one record has these values: a list that is unique is among them, a reference by a unique field of its record. */
function namesOne({ scope }: CheckedDocument, entity: EntityDocument, paths: readonly string[]): boolean {
  const heads = paths.flatMap((path) => {
    const [head = '', ...rest] = path.split('.')
    if (rest.length === 0) return [plain(entity, head)]
    const target = (scope.field(entity, head) as { found?: FieldSchema }).found?.references
    const other = target === undefined ? undefined : scope.entity(target).found
    return other && listsNaming(other).some((list) => list.length === 1 && list[0] === rest.join('.')) ? [plain(entity, head)] : []
  })
  return listsNaming(entity).some((list) => list.every((field) => heads.includes(field)))
}

const plain = (entity: EntityDocument, name: string): string =>
  !Object.hasOwn(entity.schema.properties, name) && name.endsWith('_id') ? name.slice(0, -3) : name

function listsNaming(entity: EntityDocument): string[][] {
  const single = entity.storage?.single
  const parent = parentOf(entity)
  return [
    ['id'],
    ...namingLists(entity),
    ...(Array.isArray(single) ? [single] : []),
    ...(parent === undefined ? [] : [[parent, placeField]]),
  ]
}

/** Checks that a call without a body inserts nothing from one. */
export function checkCallParts(document: CheckedDocument, pointer: string, endpoint: EndpointDocument): void {
  if (partOf(endpoint.method) === 'payload') return
  for (const key of ['values', 'where', 'by', 'find', 'from', 'effects'] as const) {
    const [name] = insertedNames((endpoint as unknown as Record<string, unknown>)[key], 'payload')
    if (name !== undefined)
      error(document, at(pointer, key), `a ${endpoint.method} has no body: write "{params.${name}}"`, { suggestion: `{params.${name}}` })
  }
}

/** Warns of a schema of its own that takes less than the entity's fields, or asks for more: what follows from the entity would do. */
export function checkOverride(document: CheckedDocument, pointer: string, written: EndpointDocument, entity: EntityDocument): void {
  if (!['create', 'save', 'preview'].includes(written.operation ?? '') || !isRecord(written.payload)) return
  const names = takenNames(written.payload)
  if (names === undefined || names.includes('data')) return
  const set = Object.keys({ ...written.values, ...written.find })
  const left = Object.keys(entity.schema.properties).filter(
    (field) => ![field, `${field}_id`].some((name) => names.includes(name) || set.includes(name)) && isWritten(entity, field),
  )
  if (left.length === 0) return
  const listed = left.slice(0, 5).map((name) => `"${name}"`)
  warn(
    document,
    at(pointer, 'payload'),
    `takes less than the entity "${entity.name}" has: ${listed.join(', ')}${left.length > 5 ? ', …' : ''} cannot be sent; without "payload" it follows from the entity`,
    { atKey: true },
  )
}

const isWritten = (entity: EntityDocument, field: string): boolean =>
  (entity.schema.properties[field] as { readOnly?: boolean }).readOnly !== true
