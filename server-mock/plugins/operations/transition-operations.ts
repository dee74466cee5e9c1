import { findTransition, targetsOf, stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { savedFields } from '#server/call-target.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { offeredTransitions, statusOf } from '#server/model/lifecycles/offered-transitions.ts'
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
  const chosen = to ?? context.payload.to
  const step = { id, version, to: chosen ?? undefined, note: note ?? context.payload.note, data: { ...sent, ...fixed } }
  const results = await renaming(served, async () => {
    const name = await transitionName(context, served, id, chosen)
    return takeTransition(context, served.entity, { ...step, transition: name }, { ...served.options, flags: true })
  })
  return { results }
}

export const transitions: Operate = async (context, served) => {
  const { id } = await callRecord(context, served)
  const { entity, row, offered } = await offeredTransitions(context, served.entity, id, served.options)
  const named = [served.endpoint.transition ?? []].flat()
  const results = named.length === 0 ? offered : offered.filter(({ name }) => named.includes(name))
  const form = transitionForm(context, entity, results, served.endpoint.values)
  return { results, metadata: { ...statusOf(context, entity, row, results[0]?.field), form } }
}

/** Names of the body that `values` inserts: those that its document gives to the state and the note. */
const namedPayload = (values: Values | undefined): string[] =>
  Object.values(values ?? {})
    .flatMap((value) => (typeof value === 'string' ? pathsIn(value) : []))
    .filter((path) => path.startsWith('payload.'))
    .map((path) => path.slice('payload.'.length))

/** The transition that is meant: of several the one that starts in the record's state and, where a state is chosen, leads there. */
async function transitionName(context: CallContext, { endpoint, entity, options }: Served, id: unknown, to: unknown): Promise<string> {
  const named = endpoint.transition ?? context.payload.transition
  if (typeof named === 'string') return named
  if (!Array.isArray(named)) throw validationError({ transition: [{ key: 'rules.required' }] })
  const model = findModel(context, entity)
  const row = await holdRecord(context, model, parseId(id), undefined, options)
  const meant = (named as string[])
    .flatMap((name) => findTransition(model.document, name) ?? [])
    .filter(({ transition: step }) => to === undefined || to === null || targetsOf(step).includes(to as never))
  const starting = meant.find(({ field, transition: step }) => step.from.includes(stateOf(row[field])))
  const first = starting ?? meant[0]
  if (!first) throw validationError({ to: [{ key: 'rules.included' }] })
  return first.name
}

/** Errors at the state and the note are told under the names that the call has for them. */
async function renaming<T>({ endpoint }: Served, take: () => Promise<T>): Promise<T> {
  try {
    return await take()
  } catch (fault) {
    if (!(fault instanceof ApiError) || !fault.errors) throw fault
    const names = new Map(
      ['to', 'note'].flatMap((key) => {
        const [name] = namedPayload({ [key]: endpoint.values?.[key] })
        return name === undefined ? [] : [[key, name] as const]
      }),
    )
    const { code, errors, metadata, userMessage, hasMore } = fault
    const renamed = Object.fromEntries(Object.entries(errors).map(([path, messages]) => [names.get(path) ?? path, messages]))
    throw new ApiError(code, { errors: renamed, metadata, userMessage, hasMore })
  }
}
