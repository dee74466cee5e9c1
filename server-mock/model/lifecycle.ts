import { ApiError } from '#server/errors.ts'
import { difference, writeAudit } from './audit.ts'
import { computeWhole } from './compute/compute-records.ts'
import { finishWrite } from './compute/finish-write.ts'
import { noteChange } from './compute/noted-changes.ts'
import { writeDerived } from './compute/write-derived.ts'
import { findModel, requireAccess, type AccessKind, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'
import { refusalFor } from './database-errors.ts'
import { isProtected } from './flags.ts'
import { requireTrashable } from './lifecycles/state-holds.ts'
import { requireUnlocked } from './lifecycles/state-locks.ts'
import { parseId, parseVersion } from './ids.ts'
import { requireEmptyBalances } from './ledgers/empty-balances.ts'
import { requireUnposted } from './ledgers/posted-records.ts'
import { requireUnneeded, requireUnused } from './record-uses.ts'
import { recordOf, type ModelRecord, type StoredRow } from './read.ts'
import { raiseParent } from './rows/hold-parent.ts'
import { removeRowsOf } from './rows/remove-rows.ts'
import { requireUnnumbered } from './sequences/numbered-records.ts'
import { trashRowsOf } from './rows/trash-rows.ts'
import { requireNoneBeneath, valuesFromAbove } from './tree/trash-in-tree.ts'
import { lockTree, treeOf } from './tree/tree.ts'
import { holdRecord } from './write/hold-record.ts'
import { requireWithin } from './write/hold-rules.ts'
import { changeRow } from './write/store-row.ts'
import { wholeRow, wholeWrite } from './write/whole-write.ts'

/** @throws `in-use` for a record that its entity's `storage.protected` holds. */
function requireLoose({ registry, caller }: ModelContext, entity: ModelEntity, row: StoredRow) {
  if (!isProtected(entity, row)) return
  const say = (key: string) => registry.message(entity.module, caller.locale, key)
  // A module that says `storage.kept`, the former word, has its own sentence under that word.
  const key = `errors.${entity.document.storage?.kept ? 'kept' : 'protected'}`
  const own = say(key)
  throw new ApiError('in-use', { userMessage: own === key ? say('errors.protected') : own })
}

const failed = (key: string) => new ApiError('precondition-failed', { userMessage: { key } })

/**
 * Moves a record to the trash.
 * @throws `precondition-failed` when it is there, or its entity has no trash; `in-use` with others beneath it, or that need it
 * (`storage.needed_by`)
 */
export function trashRecord(
  context: ModelContext,
  model: string,
  id: unknown,
  version?: unknown,
  options: ModelOptions = {},
): Promise<ModelRecord> {
  return change(context, model, id, version, 'trash', 'trash', options, async (row, entity) => {
    if (!entity.shape.trash) throw failed('errors.no_trash')
    if (row.deleted_at) throw failed('errors.in_trash')
    requireLoose(context, entity, row)
    await requireNoneBeneath(context, entity, row)
    await requireUnneeded(context, entity, row.id)
    await requireEmptyBalances(context, entity, row.id)
    await requireUnposted(context, entity, row.id, 'open')
    await requireTrashable(context, entity, row)
    return { deleted_at: context.now.toISOString() }
  })
}

/** Brings a record back from the trash. @throws `precondition-failed` when it is not there, or when what it stands beneath is. */
export function restoreRecord(
  context: ModelContext,
  model: string,
  id: unknown,
  version?: unknown,
  options: ModelOptions = {},
): Promise<ModelRecord> {
  return change(context, model, id, version, 'trash', 'restore', options, async (row, entity) => {
    if (!row.deleted_at) throw failed('errors.not_in_trash')
    return { ...(await valuesFromAbove(context, entity, row)), deleted_at: null }
  })
}

/** Sets the boolean field that the entity names as `storage.active`. */
export function setActive(
  context: ModelContext,
  model: string,
  id: unknown,
  version: unknown,
  active: boolean,
  options: ModelOptions = {},
): Promise<ModelRecord> {
  return change(context, model, id, version, 'write', active ? 'activate' : 'deactivate', options, (row, entity) => {
    const field = entity.document.storage?.active
    if (!field) throw failed('errors.no_active')
    if (row.deleted_at) throw failed('errors.in_trash')
    return { [field]: active }
  })
}

async function change(
  context: ModelContext,
  model: string,
  id: unknown,
  version: unknown,
  kind: AccessKind,
  action: string,
  options: ModelOptions,
  values: (row: StoredRow, entity: ModelEntity) => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<ModelRecord> {
  const entity = findModel(context, model)
  requireAccess(context, entity, kind, options)
  const expected = parseVersion(version)
  if (treeOf(entity)) await lockTree(context, entity)
  const before = await holdRecord(context, entity, parseId(id), expected, options)
  if (kind === 'trash') requireUnlocked(context, entity, before)
  const changes = await values(before, entity)
  const restored = changes.deleted_at === null
  const after = await wholeRow(context, entity, async () => {
    const derived = 'deleted_at' in changes && !restored ? [] : await computeWhole(context, entity, before, changes, restored)
    const written = await changeRow(context, entity, before, changes, { action, unconditional: expected === undefined })
    if (before.deleted_at !== written.deleted_at) await trashRowsOf(context, entity, [written.id], written.deleted_at)
    await writeDerived(context, derived)
    await raiseParent(context, entity, before, written)
    return finishWrite(context, entity, written)
  })
  await requireWithin(context, entity, after.id, options)
  return recordOf(context, entity, after)
}

/**
 * Deletes a record for good; the audit keeps what it held. One of an entity with a trash has to be there first.
 * @throws `in-use` when another record refers to it.
 */
export async function destroyRecord(
  context: ModelContext,
  model: string,
  id: unknown,
  version?: unknown,
  options: ModelOptions = {},
): Promise<{ id: number }> {
  const entity = findModel(context, model)
  requireAccess(context, entity, 'destroy', options)
  const expected = parseVersion(version)
  const row = await holdRecord(context, entity, parseId(id), expected, options)
  if (entity.shape.trash && !row.deleted_at) throw failed('errors.not_in_trash')
  requireLoose(context, entity, row)
  requireUnlocked(context, entity, row)
  requireUnnumbered(entity, row)
  await requireUnposted(context, entity, row.id, 'any')
  await requireUnused(context, entity, row.id)
  await removeRowsOf(context, entity, [row.id])
  try {
    await context.trx.deleteFrom(`data.${entity.name}`).where('id', '=', row.id).execute()
  } catch (error) {
    throw refusalFor(error, entity, 'destroy')
  }
  await writeAudit(context, {
    entity: entity.name,
    recordId: row.id,
    action: 'destroy',
    version: row.version + 1,
    unconditional: expected === undefined,
    ...difference(entity, row, undefined),
  })
  noteChange(context, entity, row, undefined)
  await raiseParent(context, entity, row, undefined)
  await wholeWrite(context, () => finishWrite(context, entity))
  return { id: row.id }
}
