import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import type { ModelRecord, ReadOptions, StoredRow } from '#server/model/read.ts'
import { writableAmong } from '#server/model/row-limit.ts'
import { lockOfList, parentLocks } from './fixed-rows.ts'
import { mayUseRows, rowLists, storedRows } from './stored-rows.ts'

type WholeOptions = ReadOptions & { whole?: boolean; without?: EntityColumn }

/** How rows become records; `readColumns` names the columns that some paths of them need. */
interface Reading {
  toRecords: (context: ModelContext, entity: ModelEntity, rows: readonly StoredRow[], options: WholeOptions) => Promise<ModelRecord[]>
  columnsFor: (entity: ModelEntity, paths: readonly string[]) => string[]
}

/** Adds to each row what the caller may do with it: nothing of it may change where its parent may not, or where a state locks the list. */
async function addFlags(
  context: ModelContext,
  { entity, child, field }: { entity: ModelEntity; child: ModelEntity; field: string },
  parents: readonly StoredRow[],
  stored: readonly StoredRow[][],
  records: readonly ModelRecord[],
  options: ModelOptions,
): Promise<void> {
  const ids = stored.flat().map(({ id }) => id)
  const writable = await writableAmong(context, child, ids, options)
  const above = await parentLocks(
    context,
    entity,
    parents.map(({ id }) => id),
  )
  const none: ReadonlySet<number> = new Set()
  let at = 0
  parents.forEach((parent, index) => {
    const isFixed = parent.deleted_at != null || above.has(parent.id) || lockOfList(entity, parent, field) !== undefined
    for (const row of stored[index]!) {
      Object.assign(records[at]!, flagsOf(context, child, row, options, isFixed ? none : writable))
      at += 1
    }
  })
}

/**
 * Puts the rows of each list into the records: all lists of whole records, otherwise those that the paths name. The rows of all records
 * are read at once. Rows that a stored row holds already, as one of an earlier version does, are not read.
 */
export async function addRows(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  selection: ReadonlyMap<string, string[]> | undefined,
  options: WholeOptions,
  { toRecords, columnsFor }: Reading,
): Promise<void> {
  for (const list of rowLists(context, entity)) {
    const { field, entity: child, parent } = list
    const isWanted = selection ? selection.has(field) : options.whole === true
    if (!isWanted || !mayUseRows(context, entity, list, options)) continue
    const inside = selection?.get(field) ?? []
    const paths = inside.length > 0 ? inside : undefined
    const unread = rows.filter((row) => !Array.isArray(row[field])).map(({ id }) => id)
    const read = await storedRows(context, list, unread, paths && columnsFor(child, paths))
    const stored = rows.map((row) => (Array.isArray(row[field]) ? (row[field] as StoredRow[]) : read.get(row.id)!))
    const { edit, trusted, permitted, ownPaths } = options
    // A row is answered within its parent, so the way back is not.
    const flags = options.flags === true && paths === undefined
    const nested = { edit, flags, trusted, permitted, ownPaths, paths, whole: paths === undefined, without: parent }
    const all = await toRecords(context, child, stored.flat(), nested)
    if (flags) await addFlags(context, { entity, child, field }, rows, stored, all, options)
    let from = 0
    stored.forEach((own, at) => {
      records[at]![field] = all.slice(from, from + own.length)
      from += own.length
    })
  }
}
