import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { namesPermission, sessionOf } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, CallContext } from '#server/feature.ts'
import { findModel, type ModelOptions } from '#server/model/context.ts'
import { fillFields, fillWhere, recordFits } from '#server/model/list/document-where.ts'
import type { ReadOptions } from '#server/model/read.ts'
import { holdRecord } from '#server/model/write/hold-record.ts'

export type Operation = NonNullable<EndpointDocument['operation']>
export type Values = Record<string, unknown>

/** An endpoint that a built-in operation serves. */
export interface Served {
  endpoint: EndpointDocument
  module: string
  /** Name of its entity without the module; empty where it has none. */
  entity: string
  options: ModelOptions & Pick<ReadOptions, 'edit'>
}

/** Serves the calls of endpoints that name this operation. */
export type Operate = (context: CallContext, served: Served) => Promise<Answer>

export function servedBy(endpoint: EndpointDocument, module: string): Served {
  const { access, entity = '', operation, fields, texts } = endpoint
  // Whoever names the fields of one record for visitors has made them public.
  const isPublic = access === 'guest' && operation === 'single' && fields !== undefined
  return {
    endpoint,
    module,
    entity: entity.slice(entity.indexOf('/') + 1),
    options: { permitted: isPublic || namesPermission(access), edit: texts === 'all' },
  }
}

/** What documents may insert into the values of a call. */
export const insertions = ({ caller, params, payload, now }: Pick<CallContext, 'caller' | 'params' | 'payload' | 'now'>) => ({
  params,
  payload,
  session: sessionOf(caller),
  now: now.toISOString(),
})

/** Values of a document with what the call sends in place of `{payload.…}` and its like. */
export const filledValues = (context: Pick<CallContext, 'caller' | 'params' | 'payload' | 'now'>, values: Values | undefined): Values =>
  values ? fillFields(values, insertions(context)) : {}

/** Locks the record until the call ends, and refuses it unless it is as the document requires. */
export async function requireState(context: CallContext, served: Served, id: unknown) {
  const { endpoint, entity, options } = served
  if (!endpoint.only_if && !endpoint.where) return
  const model = findModel(context, entity)
  if (!Number.isSafeInteger(Number(id))) throw new ApiError('not-found')
  const stored = await holdRecord(context, model, Number(id), undefined, options)
  await requireWhere(context, served, stored.id)
  if (!matches(withFieldFormats(endpoint.only_if, model.document.schema), stored)) throw new ApiError('precondition-failed')
}

/** @throws `not-found` for a record outside of `where` */
export async function requireWhere(context: CallContext, { endpoint, entity }: Served, id: number) {
  const where = fillWhere(endpoint.where, insertions(context))
  if (where && !(await recordFits(context, findModel(context, entity), id, where))) throw new ApiError('not-found')
}
