import { findTransition, targetsOf, stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { savedFields } from '#server/call-target.ts'
import { ApiError, validationError, type FieldMessage } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { panelModule } from '#server/documents/messages.ts'
import { findModel } from '#server/model/context.ts'
import { offeredTransitions, statusOf } from '#server/model/lifecycles/offered-transitions.ts'
import { madeMetadata } from '#server/model/lifecycles/made-records.ts'
import { takeTransition } from '#server/model/model.ts'
import { holdRecord } from '#server/model/write/hold-record.ts'
import { parseId } from '#server/model/ids.ts'
import { callRecord } from './call-record.ts'
import { transitionForm } from './transition-form.ts'
import { filledValues, requireState, type Operate, type Served, type Values } from './served.ts'

/** Keys of a body that are about the transition and no fields of the record. */
const ownKeys = new Set(['id', 'version', 'transition', 'to', 'note', 'form', 'model'])

export const transition: Operate = async (context, served) => {
  const { id, version } = await callRecord(context, served)
  await requireState(context, served, id)
  const { to, note, ...fixed } = filledValues(context, served.endpoint.values)
  const { fields } = savedFields(context.payload)
  const mapped = new Set(namedPayload(served.endpoint.values))
  const sent = Object.fromEntries(Object.entries(fields as Values).filter(([key]) => !ownKeys.has(key) && !mapped.has(key)))
  const chosen = to ?? sentState(context, served.endpoint.values)
  const step = { id, version, to: chosen, note: note ?? context.payload.note, data: { ...sent, ...fixed } }
  try {
    const name = await transitionName(context, served, id, chosen)
    const results = await takeTransition(context, served.entity, { ...step, transition: name }, { ...served.options, flags: true })
    return { results, ...madeMetadata(context) }
  } catch (fault) {
    throw fault instanceof ApiError && fault.errors ? renamed(fault, context, served) : fault
  }
}

export const transitions: Operate = async (context, served) => {
  const { id } = await callRecord(context, served)
  const { entity, row, offered } = await offeredTransitions(context, served.entity, id, served.options)
  const named = [served.endpoint.transition ?? []].flat()
  const results = named.length === 0 ? offered : offered.filter(({ name }) => named.includes(name))
  const present = stateOf(row[results[0]?.field ?? ''])
  const form = transitionForm(context, entity, results, served.endpoint.values, present)
  return { results, metadata: { ...statusOf(context, entity, row, results[0]?.field), form } }
}

/** The state that was sent, under the name that `values` has for it; undefined where none was, while null is a state like others. */
const sentState = ({ payload }: CallContext, values: Values | undefined): unknown =>
  (payload as Values)[namedPayload({ to: values?.to })[0] ?? 'to']

/** Names of the body that `values` inserts: those that its document gives to the state and the note. */
const namedPayload = (values: Values | undefined): string[] =>
  Object.values(values ?? {})
    .flatMap((value) => (typeof value === 'string' ? pathsIn(value) : []))
    .filter((path) => path.startsWith('payload.'))
    .map((path) => path.slice('payload.'.length))

/**
 * The transition that is meant: of several the one that starts in the record's state and, where a state is chosen, leads there.
 * @throws a 422 on `to` where several start there and no state is chosen
 */
async function transitionName(context: CallContext, { endpoint, entity, options }: Served, id: unknown, to: unknown): Promise<string> {
  const named = endpoint.transition ?? context.payload.transition
  if (typeof named === 'string') return named
  if (!Array.isArray(named)) throw validationError({ transition: [{ key: 'rules.required' }] })
  const model = findModel(context, entity)
  const row = await holdRecord(context, model, parseId(id), undefined, options)
  const meant = (named as string[])
    .flatMap((name) => findTransition(model.document, name) ?? [])
    .filter(({ transition: step }) => to === undefined || targetsOf(step).includes(to as never))
  const starting = meant.filter(({ field, transition: step }) => step.from.includes(stateOf(row[field])))
  if (to === undefined && starting.length > 1) throw validationError({ to: [{ key: 'rules.required' }] })
  const first = starting[0] ?? meant[0]
  if (!first) throw validationError({ to: [{ key: 'rules.included' }] })
  return first.name
}

/** Errors at the state and the note, under the names that the call has for them. */
function renamed(fault: ApiError, context: CallContext, { endpoint, entity: model }: Served): ApiError {
  const { registry, caller } = context
  const { code, errors = {}, metadata, userMessage, hasMore } = fault
  const entity = findModel(context, model)
  const names: Record<string, string | undefined> = {
    to: namedPayload({ to: endpoint.values?.to })[0],
    note: namedPayload({ note: endpoint.values?.note })[0],
  }
  for (const field of Object.keys(entity.document.lifecycle ?? {})) names[field] = names.to
  const label = registry.message(panelModule, caller.locale, 'lifecycle.to')
  const labelled = (path: string, message: FieldMessage): FieldMessage =>
    typeof message === 'string' || path !== 'to' ? message : { ...message, values: { label, ...message.values } }
  return new ApiError(code, {
    errors: Object.fromEntries(
      Object.entries(errors).map(([path, messages]) => [names[path] ?? path, messages.map((message) => labelled(path, message))]),
    ),
    metadata,
    userMessage,
    hasMore,
  })
}
