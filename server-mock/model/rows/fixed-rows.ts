import { heldLocks, lifecyclesOf, locksField, type HeldLock } from '#schemas/rules/lifecycle/lifecycle.ts'
import { lookUpEntity, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { writableAmong } from '#server/model/row-limit.ts'
import { rowLists } from './stored-rows.ts'

/** A lock by which a record keeps its rows as they are. */
export interface ParentLock extends HeldLock {
  entity: ModelEntity
}

const parentOf = (context: ModelContext, { shape }: ModelEntity): ModelEntity | undefined =>
  shape.parent && lookUpEntity(context.registry, shape.parent.references!)

/** Whether the state of a record above could keep rows of this entity as they are. */
function canBeFixed(context: ModelContext, entity: ModelEntity): boolean {
  const parent = parentOf(context, entity)
  if (!parent) return false
  return lifecyclesOf(parent.document).some(([, { locks = [] }]) => locks.length > 0) || canBeFixed(context, parent)
}

/** Of rows, those that the state of their parent, or of one above it, keeps as they are: the lock of each, by the id of the row. */
export async function parentLocks(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ParentLock>> {
  const locks = new Map<number, ParentLock>()
  const parent = parentOf(context, entity)
  if (!parent || ids.length === 0 || !canBeFixed(context, entity)) return locks
  const reference = entity.shape.parent!.name
  const rows = await selectAnyRows(context, entity, ids, { columns: ['id', reference] })
  const parentIds = [...new Set(rows.map((row) => Number(row[reference])))]
  const above = await parentLocks(context, parent, parentIds)
  const states = Object.keys(parent.document.lifecycle ?? {})
  const parents = new Map((await selectAnyRows(context, parent, parentIds, { columns: ['id', ...states] })).map((row) => [row.id, row]))
  const list = rowLists(context, parent).find((each) => each.entity === entity)
  for (const row of rows) {
    const held = parents.get(Number(row[reference]))
    const lock = held && list && lockOfList(parent, held, list.field)
    const found = lock ?? above.get(Number(row[reference]))
    if (found) locks.set(row.id, found)
  }
  return locks
}

/** The lock by which the state of a record keeps one of its lists as it is. */
export function lockOfList(entity: ModelEntity, row: StoredRow, field: string): ParentLock | undefined {
  const held = heldLocks(entity.document, row).find(({ lock }) => locksField(lock, field))
  return held && { ...held, entity }
}

/**
 * Of records that the caller may read, those that he may change too, as the record rules and the records above have it; undefined where
 * that is all of them.
 */
export async function changeableAmong(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  options: Pick<ModelOptions, 'trusted'>,
): Promise<ReadonlySet<number> | undefined> {
  const writable = await writableAmong(context, entity, ids, options)
  const fixed = await parentLocks(context, entity, ids)
  return fixed.size === 0 ? writable : new Set(ids.filter((id) => !fixed.has(id) && writable?.has(id) !== false))
}
