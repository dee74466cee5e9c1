import { findModel, requireAccess } from '#server/model/context.ts'
import { runEffects } from '#server/model/lifecycles/effects.ts'
import { madeMetadata } from '#server/model/lifecycles/made-records.ts'
import { parseId } from '#server/model/ids.ts'
import { readRecord } from '#server/model/model.ts'
import { holdRecord, inTrash } from '#server/model/write/hold-record.ts'
import { wholeWrite } from '#server/model/write/whole-write.ts'
import { ApiError } from '#server/errors.ts'
import type { LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { isAllowed } from '#server/caller.ts'
import type { CallContext } from '#server/feature.ts'
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
  requirePosting(context, endpoint.effects)
  await requireState(context, served, id)
  const row = await holdRecord(context, entity, parseId(id), version, options)
  if (row.deleted_at) throw inTrash()
  const { params, payload } = context
  await wholeWrite(context, () => runEffects(context, entity, endpoint.effects, { after: row, input: payload }, { params, payload }))
  return { results: await readRecord(context, entity.name, row.id, { ...options, flags: true }), ...madeMetadata(context) }
}

/** @throws `permission-denied` where a call posts to a ledger that asks for a permission of its own */
function requirePosting({ registry, caller }: CallContext, effects: readonly LifecycleDocumentEffect[] = []): void {
  for (const name of effects.flatMap(({ post, reverse }) => post ?? reverse ?? [])) {
    const access = registry.ledgers.get(name.slice(name.indexOf('/') + 1))?.document.access?.post
    if (access !== undefined && !isAllowed(caller, access)) throw new ApiError('permission-denied')
  }
}
