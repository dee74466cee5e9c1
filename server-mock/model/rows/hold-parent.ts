import { ApiError, validationError } from '#server/errors.ts'
import { writeAudit } from '#server/model/audit.ts'
import { computeRecords, type Changed } from '#server/model/compute/compute-records.ts'
import { changedColumns, treeOf } from '#server/model/compute/record-tree.ts'
import { noteComputed } from '#server/model/compute/noted-changes.ts'
import { writeDerived } from '#server/model/compute/write-derived.ts'
import { lookUpEntity, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { holdLists } from '#server/model/lifecycles/state-locks.ts'
import { parseId } from '#server/model/ids.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { holdFixedLists } from '#server/model/write/hold-fixed.ts'
import { holdRecord, inTrash } from '#server/model/write/hold-record.ts'
import type { Given } from '#server/model/write/input.ts'
import { documentView } from '#server/model/write/new-values.ts'
import { changeRow } from '#server/model/write/store-row.ts'
import { validateEntity } from '#server/model/write/entity-validator.ts'
import { placeField } from '#schemas/rules/entities/child-entity.ts'
import { mayUseRows, rowLists, storedRows, type RowList } from './stored-rows.ts'

/** The record that a row belongs to, held until the transaction ends. */
interface HeldParent {
  entity: ModelEntity
  list: RowList
  row: StoredRow
}

/**
 * Holds the parent of a row that is written alone, and before it the parent of that one: whoever writes rows of one record waits here.
 * Undefined for an entity that stands by itself.
 * @throws `not-found` where the caller may not see the parent; `precondition-failed` when it is in the trash; `permission-denied`
 */
export async function holdParent(
  context: ModelContext,
  entity: ModelEntity,
  parentId: number,
  options: ModelOptions,
): Promise<HeldParent | undefined> {
  const parent = parentEntity(context, entity)
  if (!parent) return undefined
  const [unheld] = parent.shape.parent ? await selectAnyRows(context, parent, [parentId]) : []
  if (unheld) await holdParent(context, parent, unheld[parent.shape.parent!.name] as number, options)
  // Rows with rules of their own may be written by somebody who cannot read the parent.
  const row = await holdRecord(context, parent, parentId, undefined, entity.accessParent ? options : { ...options, trusted: true })
  if (row.deleted_at) throw inTrash()
  const list = rowLists(context, parent).find(({ entity: child }) => child === entity)
  if (!list) return undefined
  if (!mayUseRows(context, parent, list, options, 'write')) throw new ApiError('permission-denied')
  holdLists(context, parent, row, [list.field], options)
  await holdFixedLists(context, parent, row, [list.field], options)
  return { entity: parent, list, row }
}

const parentEntity = (context: ModelContext, { shape }: ModelEntity): ModelEntity | undefined =>
  shape.parent && lookUpEntity(context.registry, shape.parent.references!)

/** Holds the parent of a stored row. The row itself is held after it. */
export async function holdParentOf(context: ModelContext, entity: ModelEntity, id: number, options: ModelOptions): Promise<void> {
  const { parent } = entity.shape
  if (!parent) return
  const [row] = await selectAnyRows(context, entity, [id], { columns: ['id', 'version', parent.name] })
  if (row) await holdParent(context, entity, row[parent.name] as number, options)
}

/**
 * Columns that a row which is written alone gets from its parent: its place is the last one. A stored row stays with its parent.
 * @throws a 422 at the parent
 */
export async function placeOfRow(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  options: ModelOptions,
): Promise<Record<string, unknown> | undefined> {
  const { parent } = entity.shape
  if (!parent) return undefined
  const given = input.get(parent)
  if (before) {
    if (given && Number(given.value) !== before[parent.name]) throw validationError({ [given.key]: [{ key: 'rules.read_only' }] })
    return undefined
  }
  // What is missing or no id is refused with the other fields.
  if (!given || !Number.isSafeInteger(given.value)) return undefined
  const held = await holdParent(context, entity, parseId(given.value, given.key), options).catch((fault: unknown) => {
    throw fault instanceof ApiError && fault.code === 'not-found'
      ? validationError({ [given.key]: [{ key: 'errors.unknown_reference' }] })
      : fault
  })
  if (!held) return undefined
  const siblings = (await storedRows(context, held.list, [held.row.id], [placeField])).get(held.row.id)!
  return { [placeField]: Math.max(0, ...siblings.map((row) => Number(row[placeField]))) + 1 }
}

/** Parents whose version a call has raised already. */
const raised = new WeakMap<object, Set<string>>()

/**
 * Raises the version of the parent after one of its rows was written alone, once a call, and notes the rows in its audit; `before` and
 * `after` are the row then and now.
 * @throws a 422 at the list where the parent may not be without the row, or not with it
 */
export async function raiseParent(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): Promise<void> {
  const parent = parentEntity(context, entity)
  const id = (after ?? before)?.[entity.shape.parent?.name ?? '']
  if (!parent || typeof id !== 'number' || (before && before.version === after?.version)) return
  const [row] = await selectAnyRows(context, parent, [id])
  const list = rowLists(context, parent).find(({ entity: child }) => child === entity)
  if (!row || !list) return
  const stored = (await storedRows(context, list, [id])).get(id)!
  refuseCount(context, parent, list, row, stored)
  const now = stored.map((one) => one.id)
  const then = before ? (after ? now : [...now, before.id]) : now.filter((one) => one !== after!.id)
  const marks = { before: { [list.field]: then }, after: { [list.field]: now } }
  // The record is computed again with all of its rows; those of them that nobody has written keep their version.
  const values: Record<string, unknown> = {}
  const columns = before && after ? changedColumns({ entity, before, values: after }) : []
  const changedRows: Changed = new Map([[entity.name, before && after ? new Set(columns) : 'all']])
  const derived = await computeRecords(context, parent, [treeOf(parent, row, values)], { changed: changedRows })
  await writeDerived(context, derived)
  const known = raised.get(context.trx) ?? new Set()
  raised.set(context.trx, known)
  const key = `${parent.name} ${id}`
  if (known.has(key)) {
    await writeAudit(context, { entity: parent.name, recordId: id, action: 'update', version: row.version, ...marks })
    await writeDerived(context, Object.keys(values).length > 0 ? [treeOf(parent, row, values, [], false)] : [])
    return
  }
  known.add(key)
  const changed = await changeRow(context, parent, row, values, { action: 'update' }, marks)
  if (Object.keys(values).length > 0) noteComputed(context, parent, id)
  await raiseParent(context, parent, row, changed)
}

/** Whether the parent still has as many rows as its document wants. */
function refuseCount(
  context: ModelContext,
  parent: ModelEntity,
  { field, entity }: RowList,
  row: StoredRow,
  rows: readonly StoredRow[],
): void {
  const record = { ...documentView(parent, row), [field]: rows.map((one) => documentView(entity, one)) }
  const errors = validateEntity(parent.document, record, context.caller.locale, context.config?.allowedRules)
  if (Object.hasOwn(errors, field)) throw validationError({ [field]: errors[field]! })
}
