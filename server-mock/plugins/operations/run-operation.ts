import { findModel, requireAccess } from '#server/model/context.ts'
import { runEffects } from '#server/model/lifecycles/effects.ts'
import { parseId } from '#server/model/ids.ts'
import { readRecord } from '#server/model/model.ts'
import { holdRecord, inTrash } from '#server/model/write/hold-record.ts'
import { wholeWrite } from '#server/model/write/whole-write.ts'
import { callRecord } from './call-record.ts'
import { requireState, type Operate } from './served.ts'

/**
 * Makes the changes of a list, all of them or none. The record that the call names is read and locked under the caller's rights and rule;
 * what is changed from there needs no permission of its own beside that of the endpoint.
 */
export const run: Operate = async (context, served) => {
  const { endpoint, options } = served
  const { id, version } = await callRecord(context, served)
  const entity = findModel(context, served.entity)
  requireAccess(context, entity, 'write', options)
  await requireState(context, served, id)
  const row = await holdRecord(context, entity, parseId(id), version, options)
  if (row.deleted_at) throw inTrash()
  const { params, payload } = context
  await wholeWrite(context, () => runEffects(context, entity, endpoint.effects, { after: row, input: payload }, { params, payload }))
  return { results: await readRecord(context, entity.name, row.id, { ...options, flags: true }) }
}
