import { sql } from 'kysely'
import { lockName } from '#server/database/lock-name.ts'
import { isAllowed } from '#server/caller.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, ApiError } from '#server/errors.ts'
import { findModel, mayDo, mayUseField, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { parseId, parseVersion } from '#server/model/ids.ts'
import { placeAmong, type Placed } from './place-among.ts'
import { isLimited } from '#server/model/row-limit.ts'
import { recordOf, selectAnyRows, type ModelRecord } from '#server/model/read.ts'
import { moveBeside } from '#server/model/tree/move-in-tree.ts'
import { treeOf } from '#server/model/tree/tree.ts'
import { holdRecord } from '#server/model/write/hold-record.ts'
import { changeRow } from '#server/model/write/store-row.ts'

/** Most records that can be reordered by hand; larger lists need another order. */
const most = 10_000

export interface Move {
  id: unknown
  version?: unknown
  /** Record that comes right before it, or right behind it. */
  after?: number
  before?: number
  at?: 'first' | 'last'
}

/** A place in the order, as a move names it. */
export type Stood = { after: number } | { before: number } | { at: 'first' }

/**
 * Moves a record in the order that a grid keeps in its field `reorder`. Moves within one entity come one after the other, so that each
 * sees the order that the last one left; every record whose number changes has a new version, and the change is audited.
 * `stood` of the answer is where the record was; it is left out for one that was alone beneath its parent in a tree.
 * @throws `unknown-grid`, `permission-denied`, `not-found`, `stale-version`, a 422 for a neighbour that is not there, and
 * for none or more than one of `after`, `before` and `at`
 */
export async function moveRecord(context: ModelContext, gridName: string, move: Move): Promise<ModelRecord & { stood?: Stood }> {
  requirePlace(move)
  const grid = context.registry.grids.get(gridName)?.document
  if (!grid) throw new ApiError('unknown-grid')
  const entity = findModel(context, grid.entity)
  const column = grid.reorder === undefined ? undefined : entity.shape.byName.get(grid.reorder)
  if (!column) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.no_order' } })
  const mayMove = mayDo(context.caller, entity, 'write') && mayUseField(context.caller, entity, column, {})
  if (!mayMove || (grid.access !== undefined && !isAllowed(context.caller, grid.access))) throw new ApiError('permission-denied')
  return moveAmong(context, entity, { ...move, field: column, within: treeOf(entity)?.parent })
}

function requirePlace({ after, before, at }: Move): void {
  const [place, another] = Object.entries({ after, before, at }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (place === undefined) throw validationError({ after: [{ key: 'rules.required' }] })
  if (another !== undefined) throw validationError({ [another]: [{ key: 'errors.one_neighbour' }] })
}

/**
 * Moves a record in the order of a field, among all records of its entity or among those with its value of `within`. In a tree, `within`
 * is the parent, and a record that is put next to one of another parent goes beneath that parent. The caller has checked who may.
 * @throws what `moveRecord` throws for the record and its neighbour
 */
export async function moveAmong(
  context: ModelContext,
  entity: ModelEntity,
  { id, version, after, before, at, field: column, within }: Move & { field: EntityColumn; within?: EntityColumn },
  options: ModelOptions = {},
): Promise<ModelRecord & { stood?: Stood }> {
  requirePlace({ id, after, before, at })
  // Whoever does not see every record of the order would move some that he does not see.
  if (isLimited(context.caller, entity, 'write', options)) throw new ApiError('permission-denied')
  const neighbour = after ?? before
  const tree = treeOf(entity)
  const sent = parseVersion(version)
  const moved =
    tree !== undefined &&
    within === tree.parent &&
    neighbour !== undefined &&
    (await moveBeside(context, entity, tree, column, { id: parseId(id), neighbour, version: sent }, options))
  await lockName(context.trx, `reorder ${entity.name}`)
  const expected = moved ? undefined : sent
  const record = await holdRecord(context, entity, parseId(id), expected, options)
  if (record.deleted_at) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.in_trash' } })
  const among = within ? sql`and ${sql.ref(within.name)} is not distinct from ${record[within.name]}` : sql``
  const { rows } =
    await sql<Placed>`select id, ${sql.ref(column.name)} as value from ${sql.raw(tableOf(entity.name))} where deleted_at is null ${among} order by ${sql.ref(column.name)} asc nulls last, id limit ${most + 1}`.execute(
      context.trx,
    )
  if (rows.length > most) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.too_many_to_order' } })
  const all = rows.map((row) => ({ id: Number(row.id), value: row.value === null ? null : Number(row.value) }))
  const others = all.filter((row) => row.id !== record.id)
  const index = others.findIndex((row) => row.id === neighbour)
  if (neighbour !== undefined && index < 0)
    throw validationError({ [after === undefined ? 'before' : 'after']: [{ key: 'errors.unknown_reference' }] })
  const position = neighbour === undefined ? (at === 'last' ? others.length : 0) : index + (after === undefined ? 0 : 1)
  const own = all.find((row) => row.id === record.id) ?? { id: record.id, value: null }
  const was = all.indexOf(own)
  const stood: Stood | undefined = moved ? moved.stood : was > 0 ? { after: all[was - 1]!.id } : { at: 'first' }
  if (was === position) return { ...(await recordOf(context, entity, record)), ...(moved && stood && { stood }) }
  const schema = entity.document.schema.properties[column.field] as { type?: unknown; minimum?: number; maximum?: number }
  const limits = {
    whole: [schema.type].flat().includes('integer'),
    min: schema.minimum ?? -2_000_000_000,
    max: schema.maximum ?? 2_000_000_000,
  }
  const values = placeAmong(others, own, position, limits)
  if (!values) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.no_room_in_order' } })
  let answer = record
  const changed = await selectAnyRows(context, entity, [...values.keys()], { lock: true })
  for (const row of changed) {
    const next = await changeRow(
      context,
      entity,
      row,
      { [column.name]: values.get(row.id) },
      { action: 'update', unconditional: row.id !== record.id || expected === undefined },
    )
    if (row.id === record.id) answer = next
  }
  return { ...(await recordOf(context, entity, answer)), ...(stood && { stood }) }
}
