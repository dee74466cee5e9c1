import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { PlannedList, PlannedRow } from '#server/model/rows/plan-rows.ts'
import { rowLists, storedRows, type RowList } from '#server/model/rows/stored-rows.ts'
import { isStored } from '#server/model/write/read-only.ts'

/** A record as it is about to be, with the rows that were read or sent so far. */
export interface TreeRecord {
  entity: ModelEntity
  before?: StoredRow
  /** All columns as they will be. */
  row: Record<string, unknown>
  /** The columns that are written. */
  values: Record<string, unknown>
  /** Written with the call in any case; else what is computed of it is written by itself. */
  isWritten: boolean
  parent?: TreeRecord
  /** Rows by list; a list that is not there has not been read. */
  lists: Map<string, TreeRecord[]>
  /** Path of the row as it was sent, `lines.3`; empty for the record itself. */
  path: string
}

/** A record that is written with `values`; those that are computed are added to them. */
export function treeOf(
  entity: ModelEntity,
  before: StoredRow | undefined,
  values: Record<string, unknown>,
  plans: readonly PlannedList[] = [],
  isWritten = true,
): TreeRecord {
  const record: TreeRecord = { entity, before, row: { ...before, ...values }, values, isWritten, lists: new Map(), path: '' }
  addPlans(record, plans)
  return record
}

function addPlans(owner: TreeRecord, plans: readonly PlannedList[]): void {
  for (const { list, rows } of plans)
    owner.lists.set(
      list.field,
      rows.map((row) => plannedRecord(list, row, owner)),
    )
}

function plannedRecord({ entity, parent }: RowList, planned: PlannedRow, owner: TreeRecord): TreeRecord {
  const { before, values, path } = planned
  const row = { ...before, ...values, [parent.name]: owner.row.id ?? null }
  const record: TreeRecord = { entity, before, row, values, isWritten: planned.isChanged, parent: owner, lists: new Map(), path }
  addPlans(record, planned.lists)
  return record
}

/** Reads a list of records that was not sent. */
export async function readList(context: Pick<ModelContext, 'trx'>, list: RowList, owners: readonly TreeRecord[]): Promise<void> {
  const unread = owners.filter(({ lists }) => !lists.has(list.field))
  const ids = unread.flatMap(({ before }) => before?.id ?? [])
  const stored = await storedRows(context, list, ids)
  for (const owner of unread)
    owner.lists.set(
      list.field,
      (owner.before ? (stored.get(owner.before.id) ?? []) : []).map((row, at) => ({
        entity: list.entity,
        before: row,
        row: { ...row },
        values: {},
        isWritten: false,
        parent: owner,
        lists: new Map(),
        path: [owner.path, list.field, String(at)].filter((part) => part !== '').join('.'),
      })),
    )
}

/** The records of an entity that hang on others, as far as they are read. */
export function recordsOf(roots: readonly TreeRecord[], entity: ModelEntity): TreeRecord[] {
  return roots.flatMap((record) => [
    ...(record.entity === entity ? [record] : []),
    ...[...record.lists.values()].flatMap((rows) => recordsOf(rows, entity)),
  ])
}

/** Lists of the rows of an entity and of the rows inside of them, each behind the one that it is in. */
export function listsWithin(context: Pick<ModelContext, 'registry'>, entity: ModelEntity): { owner: ModelEntity; list: RowList }[] {
  return rowLists(context, entity).flatMap((list) => [{ owner: entity, list }, ...listsWithin(context, list.entity)])
}

/** Columns that are written with another value than is stored; of a new record all. */
export const changedColumns = ({ entity, before, values }: Pick<TreeRecord, 'entity' | 'before' | 'values'>): string[] =>
  entity.shape.columns.filter(({ name }) => !before || (name in values && isChanged(entity, name, before, values))).map(({ name }) => name)

function isChanged(entity: ModelEntity, name: string, before: StoredRow, values: Record<string, unknown>): boolean {
  const column = entity.shape.byName.get(name)!
  return !isStored(column, before[name] ?? null, values[name] ?? null)
}
