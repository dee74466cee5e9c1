import { partOf } from '#schemas/rules/endpoints/call-parts.ts'
import { wholeInsertion } from '#schemas/rules/endpoints/inserted-names.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { localiseText } from '#server/documents/localise.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, AnyHandler, AnyUnmanagedHandler, CallContext } from '#server/feature.ts'
import { answerOf, type ReadAnswer } from '#server/model/lifecycles/hooks.ts'
import { exportHandler } from './operations/export-operation.ts'
import { form, options } from './operations/form-operations.ts'
import { exists, preview, reorder, toggle } from './operations/record-operations.ts'
import { grid, list, metric, single } from './operations/read-operations.ts'
import { run } from './operations/run-operation.ts'
import { servedBy, type Operate, type Operation, type Served } from './operations/served.ts'
import { comment, timeline } from './operations/timeline-operations.ts'
import { transition, transitions } from './operations/transition-operations.ts'
import { destroy, restore, trash } from './operations/trash-operations.ts'
import { create, save, set } from './operations/write-operations.ts'
import { proxyHandler } from './proxy.ts'

/** Operations without a transaction of their own: another server is called, a file is written page by page. */
const unmanaged: Partial<Record<Operation, (endpoint: EndpointDocument, module: string) => AnyHandler | AnyUnmanagedHandler>> = {
  proxy: proxyHandler,
  export: exportHandler,
}

/** The built-in operations by name. */
const operations: Partial<Record<Operation, Operate>> = {
  create,
  save,
  set,
  list,
  single,
  grid,
  metric,
  form,
  options,
  reorder,
  toggle,
  exists,
  preview,
  trash,
  restore,
  destroy,
  timeline,
  comment,
  transition,
  transitions,
  run,
}

/** Serves an endpoint that names a built-in operation instead of a handler of its own. */
export function operationHandler(endpoint: EndpointDocument, module: string): AnyHandler | AnyUnmanagedHandler {
  const operation = endpoint.operation!
  const handler = unmanaged[operation]
  if (handler) return handler(endpoint, module)
  const operate = operations[operation]
  if (!operate) throw new Error(`no operation ${operation}`)
  const served = servedBy(endpoint, module)
  const answered = endpoint.answer === undefined ? operate : answering(operate, answerOf(endpoint.answer))
  const told = tellingSentNames(endpoint, answered)
  return endpoint.missing === undefined ? (context) => told(context, served) : (context) => tellMissing(context, told, served)
}

/** Answers the record of an operation as a feature reads it; those of a list and a grid with what it tells beside their fields. */
const answering =
  (operate: Operate, read: ReadAnswer): Operate =>
  async (context, served) => {
    const { results, metadata } = await operate(context, served)
    const { operation } = served.endpoint
    if (operation === 'list' || operation === 'grid') return { results: await completed(context, results as Told[], read), metadata }
    const [record] = await read(context, [(results as { id: number }).id])
    return { results: record, metadata }
  }

/** Tells faults of fields that a call sends under another name (`"discount": "{payload.amount}"`) at the name that was sent. */
function tellingSentNames(endpoint: EndpointDocument, operate: Operate): Operate {
  const part = partOf(endpoint.method)
  const sentNames = Object.entries(endpoint.values ?? {}).flatMap(([field, value]) => {
    const sent = wholeInsertion(value, part)
    return sent === undefined || sent === field ? [] : [[field, sent] as const]
  })
  if (sentNames.length === 0) return operate
  const names = new Map(sentNames)
  const sentPath = (path: string) => {
    const [field, ...rest] = path.split('.')
    return [names.get(field!) ?? names.get(field!.replace(/_id$/, '')) ?? field, ...rest].join('.')
  }
  return async (context, served) => {
    try {
      return await operate(context, served)
    } catch (fault) {
      if (!(fault instanceof ApiError) || !fault.errors) throw fault
      throw fault.at(sentPath)
    }
  }
}

type Told = Readonly<Record<string, unknown>> & { id: number }

/** Records with what a feature tells beside their fields; a row that is an id alone stays one. */
async function completed(context: CallContext, records: readonly Told[], read: ReadAnswer): Promise<Told[]> {
  const ids = records.flatMap((record) => (Object.keys(record).length > 1 ? [record.id] : []))
  const more = new Map((ids.length > 0 ? await read(context, ids) : []).map((record) => [Number(record.id), record]))
  return records.map((record) => ({ ...record, ...more.get(Number(record.id)) }))
}

/** Says the document's own sentence where there is no such record. */
async function tellMissing(context: CallContext, operate: Operate, served: Served): Promise<Answer> {
  try {
    return await operate(context, served)
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.code !== 'not-found') throw fault
    const { registry, caller } = context
    throw new ApiError('not-found', { userMessage: localiseText(registry, served.module, caller.locale, served.endpoint.missing ?? '') })
  }
}
