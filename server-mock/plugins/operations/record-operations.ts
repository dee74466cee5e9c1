import { recordBy } from '#schemas/rules/endpoints/record-by.ts'
import { takeBack } from '#server/database/tables/take-back.ts'
import { ApiError } from '#server/errors.ts'
import { findModel, mayUseField, requireAccess } from '#server/model/context.ts'
import { moveAmong, type Move } from '#server/model/grid/reorder.ts'
import { destroyRecord, readRecord, restoreRecord, trashRecord, writeRecord } from '#server/model/model.ts'
import { fillWhere, recordFits } from '#server/model/list/document-where.ts'
import { readStored } from '#server/model/read.ts'
import { orderAll } from '#server/model/tree/move-in-tree.ts'
import { treeOf } from '#server/model/tree/tree.ts'
import { callRecord, findBy, lockBy } from './call-record.ts'
import { filledValues, insertions, requireState, type Operate } from './served.ts'
import { save } from './write-operations.ts'

/** Moves a record in the order of a field; of a tree also a whole list of records, and all of them beneath a parent. */
export const reorder: Operate = async (context, served) => {
  const { endpoint, entity, options } = served
  const model = findModel(context, entity)
  requireAccess(context, model, 'write', options)
  const field = model.shape.byName.get(endpoint.field ?? '')
  if (!field || !mayUseField(context.caller, model, field, options)) throw new ApiError('permission-denied')
  const tree = treeOf(model)
  const ids = context.payload.ids as number[] | undefined
  if (tree && ids !== undefined) {
    for (const each of ids) await requireState(context, served, each)
    const parentId = context.payload[tree.parent.name] as number | null | undefined
    return { results: await orderAll(context, model, tree, field, { ids, parentId }, options) }
  }
  const within = endpoint.within === undefined ? tree?.parent : model.shape.byName.get(endpoint.within)
  const { id, version } = await callRecord(context, served)
  await requireState(context, served, id)
  const { after, before, at } = context.payload as unknown as Move
  return { results: await moveAmong(context, model, { id, version, after, before, at, field, within }, options) }
}

/** Makes the record with these values, or removes it; answers whether it is there now. */
export const toggle: Operate = async (context, { endpoint, entity, options }) => {
  const values = filledValues(context, endpoint.values)
  await lockBy(context, entity, values)
  const id = await findBy(context, entity, values)
  const { shape } = findModel(context, entity)
  if (id === undefined) return { results: { exists: true, id: (await writeRecord(context, entity, { data: values }, options)).id } }
  if (!shape.trash) await destroyRecord(context, entity, id, undefined, options)
  else if ((await readStored(context, entity, id, options)).deleted_at) {
    await restoreRecord(context, entity, id, undefined, options)
    return { results: { exists: true, id } }
  } else await trashRecord(context, entity, id, undefined, options)
  return { results: { exists: false, id } }
}

/** Whether there is a record with these values; one that the call names by its id does not count. */
export const exists: Operate = async (context, { endpoint, entity, options }) => {
  const model = findModel(context, entity)
  requireAccess(context, model, 'read', options)
  const id = await findBy(context, entity, filledValues(context, recordBy(endpoint, model.document) ?? {}), options)
  const where = fillWhere(endpoint.where, insertions(context))
  const fits = id !== undefined && (!where || (await recordFits(context, model, id, where)))
  return { results: { exists: fits && id !== (context.params.id ?? context.payload.id) } }
}

/** What a save would answer; nothing of it stays. A new record has neither id nor version. */
export const preview: Operate = (context, served) =>
  takeBack(context.trx, async () => {
    const { results } = await save(context, served)
    const { id } = results as { id: number }
    const record = await readRecord(context, served.entity, id, { ...served.options, flags: true, edit: true })
    return { results: context.payload.id === undefined || context.payload.id === null ? { ...record, id: null, version: null } : record }
  })
