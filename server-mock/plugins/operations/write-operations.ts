import { insertedNames } from '#schemas/rules/endpoints/inserted-names.ts'
import { savedFields } from '#server/call-target.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { writeRecord } from '#server/model/model.ts'
import { lookUpEntity } from '#server/model/context.ts'
import { byOf, callRecord, fieldsOf, findBy, lockBy } from './call-record.ts'
import { foundReferences } from './found-references.ts'
import { filledValues, requireState, type Operate, type Served, type Values } from './served.ts'

export const create: Operate = async (context, served) => {
  // Whoever names a record means to change it, and would make a second one without noticing; a document may call another record so.
  const { id } = savedFields(context.payload)
  const { values, find, where } = served.endpoint
  const isOther = insertedNames([values, find, where], 'payload').includes('id')
  if (!isOther && id !== undefined && id !== null && id !== '') throw validationError({ id: [{ key: 'rules.unknown_field' }] })
  return { results: await writeRecord(context, served.entity, { data: await dataOf(context, served) }, served.options) }
}

export const save: Operate = async (context, served) => {
  const { id, made } = await savedRecord(context, served)
  if (id !== undefined && id !== null) await requireState(context, served, id)
  const options = { ...served.options, flags: true }
  const version = context.payload.version ?? undefined
  return {
    results: await writeRecord(context, served.entity, { id, version, data: { ...(await dataOf(context, served)), ...made } }, options),
  }
}

/**
 * The record that a save changes, and the fields that a new one has from the document's `by`.
 * @throws `not-found` for no such record where the document has a sentence for that
 */
async function savedRecord(context: CallContext, served: Served): Promise<{ id?: unknown; made?: Values }> {
  const by = byOf(context, served)
  if (!by) return { id: context.payload.id }
  await lockBy(context, served.entity, by)
  const id = await findBy(context, served.entity, by)
  if (id !== undefined) return { id }
  if (served.endpoint.missing !== undefined) throw new ApiError('not-found')
  return { made: await fieldsOf(context, served.entity, by) }
}

export const set: Operate = async (context, served) => {
  const { id, version } = await callRecord(context, served)
  await requireState(context, served, id)
  // A document may set fields that are read-only for everybody else.
  const options = { ...served.options, readOnly: Object.keys({ ...served.endpoint.values, ...served.endpoint.find }) }
  return { results: await writeRecord(context, served.entity, { id, version, data: await dataOf(context, served) }, options) }
}

/** The fields that the call sends, overridden by what the document finds and sets; a `set` with values writes those alone. */
async function dataOf(context: CallContext, served: Served): Promise<Values> {
  const { endpoint, entity } = served
  const fixed = { ...(await foundReferences(context, served)), ...filledValues(context, endpoint.values) }
  if (endpoint.operation === 'set' && (endpoint.values || endpoint.find)) return fixed
  const { byName } = lookUpEntity(context.registry, entity)?.shape ?? {}
  // What the document puts elsewhere is no field of the record itself.
  const { values, by, where, find } = endpoint
  const moved = insertedNames([values, by, where, find], 'payload').filter((name) => !byName?.has(name))
  const sent = Object.entries(savedFields(context.payload).fields).filter(([name]) => !moved.includes(name))
  return { ...Object.fromEntries(sent), ...fixed }
}
