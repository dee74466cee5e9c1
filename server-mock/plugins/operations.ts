import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { savedFields, targetOf } from '#server/call-target.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, AnyHandler, AnyUnmanagedHandler, CallContext } from '#server/feature.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { findModel, type ModelOptions } from '#server/model/context.ts'
import { destroyRecord, listRecords, readRecord, readStored, restoreRecord, trashRecord, writeRecord } from '#server/model/model.ts'
import { holdRecord } from '#server/model/write/hold-record.ts'
import { proxyHandler } from './proxy.ts'

type Operation = NonNullable<EndpointDocument['operation']>
type Values = Record<string, unknown>
interface Served {
  endpoint: EndpointDocument
  module: string
  entity: string
  options: ModelOptions
}

/** Serves an endpoint that names a built-in operation instead of a handler of its own. */
export function operationHandler(endpoint: EndpointDocument, module: string): AnyHandler | AnyUnmanagedHandler {
  if (endpoint.operation === 'proxy') return proxyHandler(endpoint)
  const operate = operations[endpoint.operation as Exclude<Operation, 'proxy'>]
  // A permission of the endpoint replaces the entity's own; `user` and `guest` do not.
  const options = { permitted: endpoint.access !== undefined && endpoint.access !== 'user' && endpoint.access !== 'guest' }
  const served: Served = { endpoint, module, entity: (endpoint.entity ?? '').slice((endpoint.entity ?? '').indexOf('/') + 1), options }
  return (context) => operate(context, served)
}

const operations: Record<Exclude<Operation, 'proxy'>, (context: CallContext, served: Served) => Promise<Answer>> = {
  create: async (context, served) => ({
    results: await writeRecord(context, served.entity, { data: dataOf(context, served) }, served.options),
  }),
  save: async (context, served) => {
    const { id, version } = context.payload
    if (id !== undefined && id !== null) await requireState(context, served, id)
    const options = { ...served.options, flags: true }
    return { results: await writeRecord(context, served.entity, { id, version, data: dataOf(context, served) }, options) }
  },
  set: async (context, served) => {
    const { id, version } = targetOf(context)
    await requireState(context, served, id)
    // A document may set fields that are read-only for everybody else.
    const options = { ...served.options, readOnly: Object.keys(served.endpoint.values ?? {}) }
    return { results: await writeRecord(context, served.entity, { id, version, data: dataOf(context, served) }, options) }
  },
  list: (context, served) =>
    listRecords(context, served.entity, context.params, { ...served.options, fixed: filled(context, served.endpoint.where) }),
  single: async (context, served) => {
    const { id } = targetOf(context)
    const { where } = served.endpoint
    if (where) requireWhere(context, served, await readStored(context, served.entity, id, served.options))
    return { results: await readRecord(context, served.entity, id, { ...served.options, flags: true }) }
  },
  grid: (context, { endpoint, module }) =>
    gridAnswer(context, gridPathOf(module, endpoint.grid ?? ''), context.params, { fixed: filled(context, endpoint.where) }),
  trash: (context, served) => changeState(context, served, trashRecord),
  restore: (context, served) => changeState(context, served, restoreRecord),
  destroy: (context, served) => changeState(context, served, destroyRecord),
}

/** `class/part` is a grid of the endpoint's own module. */
const gridPathOf = (module: string, grid: string) => (grid.split('/').length === 2 ? `${module}/${grid}` : grid)

async function changeState(
  context: CallContext,
  served: Served,
  change: (context: CallContext, model: string, id: unknown, version?: unknown, options?: ModelOptions) => Promise<unknown>,
): Promise<Answer> {
  const { id, version } = targetOf(context)
  await requireState(context, served, id)
  return { results: await change(context, served.entity, id, version, served.options) }
}

/** The fields that the call sends, overridden by the values of the document; a `set` with values writes those alone. */
function dataOf(context: CallContext, { endpoint }: Served): Values {
  const fixed = filled(context, endpoint.values)
  if (endpoint.values && endpoint.operation === 'set') return fixed
  return { ...savedFields(context.payload).fields, ...fixed }
}

/** Values of the document with insertions filled in. An insertion without a value becomes null; the field is never left out. */
function filled({ caller, params, payload, now }: CallContext, values: Values | undefined): Values {
  if (!values) return {}
  const session = { user: caller.user && { ...caller.user }, locale: caller.locale }
  const interpolated = interpolateDeep(values, { params, payload, session, now: now.toISOString() })
  return Object.fromEntries(Object.keys(values).map((key) => [key, interpolated[key] ?? null]))
}

/** Locks the record until the call ends, and refuses it unless it is as the document requires. */
async function requireState(context: CallContext, served: Served, id: unknown) {
  const { endpoint, entity, options } = served
  if (!endpoint.only_if && !endpoint.where) return
  const model = findModel(context, entity)
  if (!Number.isSafeInteger(Number(id))) throw new ApiError('not-found')
  const stored = await holdRecord(context, model, Number(id), undefined, options)
  requireWhere(context, served, stored)
  if (!matches(withFieldFormats(endpoint.only_if, model.document.schema), stored)) throw new ApiError('precondition-failed')
}

/** @throws `not-found` for a record outside of `where` */
function requireWhere(context: CallContext, { endpoint }: Served, record: Values) {
  for (const [field, value] of Object.entries(filled(context, endpoint.where))) {
    const stored = record[field] ?? record[`${field}_id`] ?? null
    const wanted = Array.isArray(value) ? value : [value]
    if (!wanted.some((item) => item === stored || (item !== null && stored !== null && String(item) === String(stored))))
      throw new ApiError('not-found')
  }
}
