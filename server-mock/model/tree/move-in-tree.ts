import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { isLimited } from '#server/model/row-limit.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { writeRecord } from '#server/model/write/write-record.ts'
import { lockTree, type Tree } from './tree.ts'

const orderStep = 10

/** A place among siblings, as a move names it; undefined for a record without siblings. */
export type PlaceAmongSiblings = { after: number } | { before: number } | undefined

/**
 * Puts a record beneath the parent of another one, behind those that are there. Answers where it stood among its former siblings, or
 * `false` where it stays beneath its parent, or one of the two is not there.
 */
export async function moveBeside(
  context: ModelContext,
  entity: ModelEntity,
  { parent }: Tree,
  order: EntityColumn,
  { id, neighbour, version }: { id: number; neighbour: number; version: number | undefined },
  options: ModelOptions,
): Promise<{ stood: PlaceAmongSiblings } | false> {
  await lockTree(context, entity)
  const rows = await selectAnyRows(context, entity, [id, neighbour])
  const [record, beside] = [id, neighbour].map((wanted) => rows.find((row) => row.id === wanted && !row.deleted_at))
  if (!record || !beside || record[parent.name] === beside[parent.name]) return false
  const stood = await placeAmongSiblings(context, entity, parent, order, record)
  await writeRecord(context, entity.name, { id, version, data: { [parent.name]: beside[parent.name] } }, options)
  return { stood }
}

async function placeAmongSiblings(
  { trx }: ModelContext,
  entity: ModelEntity,
  parent: EntityColumn,
  order: EntityColumn,
  record: StoredRow,
): Promise<PlaceAmongSiblings> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where ${sql.ref(parent.name)} is not distinct from ${record[parent.name]} and deleted_at is null
    order by ${sql.ref(order.name)} asc nulls last, id`.execute(trx)
  const siblings = rows.map(({ id }) => Number(id))
  const at = siblings.indexOf(record.id)
  if (at > 0) return { after: siblings[at - 1]! }
  return siblings[1] === undefined ? undefined : { before: siblings[1] }
}

/**
 * Stores the order of a list of records; with `parentId` they stand beneath that record (null: at the top) afterwards.
 * @throws a 422 on `ids` for a record that is not there, and what refuses a move; `permission-denied` for whoever does not see all records
 */
export async function orderAll(
  context: ModelContext,
  entity: ModelEntity,
  { parent }: Tree,
  order: EntityColumn,
  { ids, parentId }: { ids: readonly number[]; parentId: number | null | undefined },
  options: ModelOptions,
): Promise<{ ids: number[] }> {
  if (isLimited(context.caller, entity, 'write', options)) throw new ApiError('permission-denied')
  await lockTree(context, entity)
  const stored = new Map((await selectAnyRows(context, entity, ids)).filter((row) => !row.deleted_at).map((row) => [row.id, row]))
  const unknown = ids.find((id) => !stored.has(id))
  if (unknown !== undefined) throw validationError({ ids: [{ key: 'errors.parent_unknown', values: { id: unknown } }] })
  for (const [index, id] of ids.entries()) {
    const row = stored.get(id)!
    const isMoved = parentId !== undefined && row[parent.name] !== parentId
    const data = { ...(isMoved && { [parent.name]: parentId }), [order.name]: (index + 1) * orderStep }
    if (isMoved || row[order.name] !== data[order.name]) await writeRecord(context, entity.name, { id, data }, options)
  }
  return { ids: [...ids] }
}
