import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { namesPermission, sessionOf } from '#server/caller.ts'
import { savedFields, targetOf } from '#server/call-target.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, AnyHandler, AnyUnmanagedHandler, CallContext } from '#server/feature.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { fillFields, fillWhere, recordFits } from '#server/model/list/document-where.ts'
import { findModel, type ModelOptions } from '#server/model/context.ts'
import { destroyRecord, listRecords, readRecord, restoreRecord, trashRecord, writeRecord } from '#server/model/model.ts'
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
  const options = { permitted: namesPermission(endpoint.access) }
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
    listRecords(context, served.entity, context.params, {
      ...served.options,
      fixed: fillWhere(served.endpoint.where, insertions(context)),
    }),
  single: async (context, served) => {
    const { id } = targetOf(context)
    const results = await readRecord(context, served.entity, id, { ...served.options, flags: true })
    await requireWhere(context, served, results.id)
    return { results }
  },
  grid: (context, { endpoint, module }) =>
    gridAnswer(context, gridPathOf(module, endpoint.grid ?? ''), context.params, {
      fixed: filled(context, endpoint.where as Values | undefined),
    }),
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

/** What documents may insert into the values of a call. */
const insertions = ({ caller, params, payload, now }: CallContext) => ({
  params,
  payload,
  session: sessionOf(caller),
  now: now.toISOString(),
})

const filled = (context: CallContext, values: Values | undefined): Values => (values ? fillFields(values, insertions(context)) : {})

/** Locks the record until the call ends, and refuses it unless it is as the document requires. */
async function requireState(context: CallContext, served: Served, id: unknown) {
  const { endpoint, entity, options } = served
  if (!endpoint.only_if && !endpoint.where) return
  const model = findModel(context, entity)
  if (!Number.isSafeInteger(Number(id))) throw new ApiError('not-found')
  const stored = await holdRecord(context, model, Number(id), undefined, options)
  await requireWhere(context, served, stored.id)
  if (!matches(withFieldFormats(endpoint.only_if, model.document.schema), stored)) throw new ApiError('precondition-failed')
}

/** @throws `not-found` for a record outside of `where` */
async function requireWhere(context: CallContext, { endpoint, entity }: Served, id: number) {
  const where = fillWhere(endpoint.where, insertions(context))
  if (where && !(await recordFits(context, findModel(context, entity), id, where))) throw new ApiError('not-found')
}
