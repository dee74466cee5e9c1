import { findEntity, typeOf } from '#server/documents/entity-field.ts'
import { panelModule } from '#server/documents/messages.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
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
  trashRecord,
  type Move,
} from '#server/model/model.ts'

interface Target {
  model: string
  id: number
  version?: number
}

const info: Handler = async (context) => ({ results: await describe(context, String(context.params.model)) })

const list: Handler = (context) => {
  const { model, ...query } = context.params
  return listRecords(context, String(model), query)
}

const single: Handler = async (context) => {
  const { model, id, edit } = context.params as unknown as Target & { edit?: '0' | '1' }
  return { results: await readRecord(context, model, id, { edit: edit === '1', flags: true }) }
}

const save: Handler = async (context) => {
  const { model, id, version, data, form } = context.payload as unknown as Omit<Target, 'id'> & {
    id?: number
    data: Record<string, unknown>
    form?: string
  }
  const held = form === undefined ? context : { ...context, form: requireForm(context.registry, model, form) }
  const record = await writeRecord(held, model, { id, version, data }, { flags: true })
  return { results: record, metadata: { toast: successText(context, model, id === undefined ? 'save' : 'update') } }
}

/** PATCH may name the record in its body or in the query; the body wins. */
const restore: Handler = async (context) => {
  const { model, id, version } = { ...context.params, ...context.payload } as unknown as Partial<Target>
  if (model === undefined || id === undefined) {
    throw validationError({
      ...(model === undefined && { model: [{ key: 'rules.required' }] }),
      ...(id === undefined && { id: [{ key: 'rules.required' }] }),
    })
  }
  return { results: await restoreRecord(context, model, id, version) }
}

const trash: Handler = async (context) => {
  const { model, id, version } = context.params as unknown as Target
  return { results: await trashRecord(context, model, id, version) }
}

const destroy: Handler = async (context) => {
  const { model, id, version } = context.params as unknown as Target
  return { results: await destroyRecord(context, model, id, version) }
}

const reorder: Handler = async (context) => {
  const { grid, ...move } = context.payload as unknown as Move & { grid: string }
  return { results: await moveRecord(context, grid, move) }
}

const activation =
  (active: boolean): Handler =>
  async (context) => {
    const { model, id, version } = context.payload as unknown as Target
    return { results: await setActive(context, model, id, version, active) }
  }

/** What the toast says, naming what was saved. */
export function successText({ registry, caller }: CallContext, model: string, action: string): string {
  const entity = findEntity(registry, model)
  const type = entity ? typeOf({ registry, reader: caller, module: entity.module }, entity) : model
  return registry.message(panelModule, caller.locale, `actions.${action}.success`, { type })
}

/** The generic calls over any entity. */
export const records: Record<string, Handler> = {
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
}
