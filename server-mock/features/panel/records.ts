import { findEntity, typeOf } from '#server/documents/entity-field.ts'
import { panelModule } from '#server/documents/messages.ts'
import { modelTargetOf } from '#server/call-target.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { ApiError } from '#server/errors.ts'
import { findModel } from '#server/model/context.ts'
import { stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { offeredTransitions, statusOf } from '#server/model/lifecycles/offered-transitions.ts'
import { madeMetadata } from '#server/model/lifecycles/made-records.ts'
import { requireTransition } from '#server/model/lifecycles/take-transition.ts'
import { transitionForm } from '#server/plugins/operations/transition-form.ts'
import { requireForm } from '#server/model/write/form-conditions.ts'
import {
  describe,
  destroyRecord,
  listRecords,
  moveRecord,
  readRecord,
  restoreRecord,
  writeRecord,
  setActive,
  takeTransition,
  trashRecord,
} from '#server/model/model.ts'

const info: Handler<'info'> = async (context) => ({ results: { ...(await describe(context, context.params.model)) } })

const list: Handler<'list'> = (context) => {
  const { model, ...query } = context.params
  return listRecords(context, model, query)
}

const single: Handler<'single'> = async (context) => {
  const { model, id, edit } = context.params
  return { results: await readRecord(context, model, id, { edit: edit === '1', flags: true }) }
}

const save: Handler<'save'> = async (context) => {
  const { model, id, version, data, form } = context.payload
  const conditioned = form === undefined ? context : { ...context, form: requireForm(context.registry, model, form) }
  const record = await writeRecord(conditioned, model, { id, version, data }, { flags: true })
  return {
    results: record,
    metadata: { toast: successText(context, model, id === undefined ? 'save' : 'update'), ...madeMetadata(context).metadata },
  }
}

const restore: Handler<'restore'> = async (context) => {
  const { model, id, version } = modelTargetOf(context)
  return { results: await restoreRecord(context, model, id, version) }
}

const trash: Handler<'trash'> = async (context) => {
  const { model, id, version } = modelTargetOf(context)
  return { results: await trashRecord(context, model, id, version) }
}

const destroy: Handler<'destroy'> = async (context) => {
  const { model, id, version } = modelTargetOf(context)
  return { results: await destroyRecord(context, model, id, version) }
}

const reorder: Handler<'reorder'> = async (context) => {
  const { grid, ...move } = context.payload
  return { results: await moveRecord(context, grid, move) }
}

const activation =
  (active: boolean): Handler<'activate' | 'deactivate'> =>
  async (context) => {
    const { model, id, version } = modelTargetOf(context)
    return { results: await setActive(context, model, id, version, active) }
  }

const transition: Handler<'transition'> = async (context) => {
  const { model, form, ...step } = context.payload
  const entity = findModel(context, model)
  // An entity whose generic calls only read has calls of its own, whose rules are not gone round.
  if ((entity.document.generic ?? 'all') !== 'all') throw new ApiError('permission-denied')
  const conditioned = form === undefined ? context : { ...context, form: requireForm(context.registry, model, form) }
  return { results: await takeTransition(conditioned, model, step, { flags: true }), ...madeMetadata(context) }
}

const transitions: Handler<'transitions'> = async (context) => {
  const { model, id, transition: name } = context.params
  const { entity, row, offered } = await offeredTransitions(context, model, id)
  if (name === undefined) return { results: offered, metadata: statusOf(context, entity, row) }
  const { field } = requireTransition(entity, name)
  const results = offered.filter((each) => each.name === name)
  const form = transitionForm(context, entity, results, undefined, stateOf(row[field]))
  return { results, metadata: { ...statusOf(context, entity, row, field), form } }
}

/** What the toast says, naming what was saved. */
export function successText({ registry, caller }: CallContext, model: string, action: string): string {
  const entity = findEntity(registry, model)
  const type = entity ? typeOf({ registry, reader: caller, module: entity.module }, entity) : model
  return registry.message(panelModule, caller.locale, `actions.${action}.success`, { type })
}

/** The generic calls over any entity. */
export const records = {
  info,
  list,
  single,
  save,
  reorder,
  restore,
  trash,
  destroy,
  activate: activation(true),
  deactivate: activation(false),
  transition,
  transitions,
} satisfies Handlers
