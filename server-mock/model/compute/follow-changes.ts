import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError } from '#server/errors.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { isStored } from '#server/model/write/read-only.ts'
import { computeRecords } from './compute-records.ts'
import { planOf, type ComputedField, type Follower, type Hop } from './compute-plan.ts'
import { treeOf } from './record-tree.ts'
import { queueBackfill } from './backfill-queue.ts'
import { addFormerValue, type FormerValues } from './fetched-values.ts'
import { takeChanges, type Change } from './noted-changes.ts'
import { writeDerived } from './write-derived.ts'

/** Records that one call may have computed beside those that it writes. */
const mostFollowers = 10_000
/** Copies that follow their source at once; more do in the background. */
const mostCopies = 1000
/** Records that are computed together. */
const recordsAtOnce = 200
/** Times that computed values may change further ones; publishing has refused circles. */
const mostRounds = 20

/**
 * Computes the values of other records that hang on what the call has changed so far: sums are summed again, never added to. The records
 * are held in the order of their entities and ids before anything of them is read, so that of two calls the later one sees what the
 * earlier one wrote. Their versions stay.
 * @throws a 422 where more than 10,000 records hang on a change
 */
export async function followChanges(context: ModelContext): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const changes = takeChanges(context.trx)
    if (changes.length === 0) return
    const due = await dueRecords(context, changes)
    if (due.size === 0) return
    for (const name of [...due.keys()].sort()) await holdRecords(context, name, [...due.get(name)!.ids])
    for (const [name, { ids, fields, former }] of [...due].sort(([one], [other]) => (one < other ? -1 : 1)))
      await computeAgain(context, lookUpEntity(context.registry, name)!, [...ids], fields, former)
  }
}

/** Roots of records by entity, with the fields that are computed in them or in their rows. */
type Due = Map<string, { ids: Set<number>; fields: Set<ComputedField>; former: FormerValues }>

async function dueRecords(context: ModelContext, changes: readonly Change[]): Promise<Due> {
  const due: Due = new Map()
  const { followers } = planOf(context.registry)
  for (const [name, own] of groupBy(changes, ({ entity }) => entity.name)) {
    const known = new Map<string, Promise<number[]>>()
    for (const follower of followers.get(name) ?? []) {
      const touching = own.filter((change) => isTouched(follower, change))
      if (touching.length === 0) continue
      const { entity } = follower.field
      // Several fields are often reached by one way.
      const way = JSON.stringify([
        follower.hops.map(({ direction, entity: at, column }) => [direction, at.name, column.name]),
        touching.map(({ id }) => id),
      ])
      const reached = known.get(way) ?? reach(context, follower.hops, touching)
      known.set(way, reached)
      const former = formerOf(follower, touching)
      if (follower.field.computation.kind === 'fetch' && (await reached).length > mostCopies) {
        await queueBackfill(context.trx, context.registry, follower.field, { now: context.now, former: former.get(follower.field.key) })
        continue
      }
      const { root, ids } = await rootsOf(context, entity, await reached)
      if (ids.length === 0) continue
      const target = due.get(root.name) ?? { ids: new Set(), fields: new Set(), former: new Map() }
      for (const [source, values] of former.get(follower.field.key) ?? [])
        for (const value of values) addFormerValue(target.former, follower.field.key, source, value)
      due.set(root.name, target)
      for (const id of ids) target.ids.add(id)
      target.fields.add(follower.field)
      if (target.ids.size > mostFollowers)
        throw validationError({ [follower.column]: [{ key: 'errors.too_many_followers', values: { max: mostFollowers } }] })
    }
  }
  return due
}

/** What copies of changed sources had from them, where people may have typed something else. */
function formerOf({ column, field }: Follower, changes: readonly Change[]): FormerValues {
  const former: FormerValues = new Map()
  if (field.computation.kind === 'fetch' && field.computation.overwrite)
    for (const { id, before } of changes) if (before) addFormerValue(former, field.key, id, before[column] ?? null)
  return former
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Whether a change is one of the column, or one by which a record comes or goes that is counted. */
function isTouched({ column, hops }: Follower, { entity, before, after }: Change): boolean {
  if (!before || !after || Boolean(before.deleted_at) !== Boolean(after.deleted_at)) return hops[0]!.direction === 'up'
  const described = entity.shape.byName.get(column)!
  return !isStored(described, before[column] ?? null, after[column] ?? null)
}

/** Ids of the records that a way leads to from changed ones, as they were and as they are. */
async function reach({ trx }: ModelContext, hops: readonly Hop[], changes: readonly Change[]): Promise<number[]> {
  const [first, ...rest] = hops as [Hop, ...Hop[]]
  let ids: number[] =
    first.direction === 'up'
      ? changes.flatMap(({ before, after }) =>
          [before, after].flatMap((row) => (row?.[first.column.name] as number | null | undefined) ?? []),
        )
      : await refer(
          trx,
          first,
          changes.map(({ id }) => id),
        )
  for (const hop of rest) ids = hop.direction === 'down' ? await refer(trx, hop, ids) : await referred(trx, hop, ids)
  return [...new Set(ids)]
}

async function refer(trx: ModelContext['trx'], { entity, column }: Hop, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where ${sql.ref(column.name)} = any(${[...new Set(ids)]}::bigint[]) limit ${mostFollowers + 1}`.execute(trx)
  return rows.map(({ id }) => id)
}

async function referred(trx: ModelContext['trx'], { entity, column }: Hop, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const name = sql.ref(column.name)
  const { rows } = await sql<{ id: number }>`select distinct ${name} as id from ${sql.raw(tableOf(entity.name))}
    where id = any(${[...new Set(ids)]}::bigint[]) and ${name} is not null`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The records that rows belong to, which are computed with all of their rows. */
async function rootsOf(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
): Promise<{ root: ModelEntity; ids: readonly number[] }> {
  const { parent } = entity.shape
  const owner = parent && lookUpEntity(context.registry, parent.references!)
  if (!owner || ids.length === 0) return { root: entity, ids }
  return rootsOf(context, owner, await referred(context.trx, { direction: 'up', entity, column: parent }, ids))
}

/** Holds records until the transaction ends; whoever refers to them is not kept waiting. */
async function holdRecords({ trx }: ModelContext, name: string, ids: readonly number[]): Promise<void> {
  await sql`select id from ${sql.raw(tableOf(name))} where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(trx)
}

/** Computes fields of stored records and their rows, and writes what differs. */
export async function computeAgain(
  context: ModelContext,
  entity: ModelEntity,
  ids: readonly number[],
  fields: ReadonlySet<ComputedField>,
  former: FormerValues = new Map(),
): Promise<number> {
  let count = 0
  for (let from = 0; from < ids.length; from += recordsAtOnce) {
    const rows: StoredRow[] = await selectAnyRows(context, entity, ids.slice(from, from + recordsAtOnce))
    // What lies in the trash is computed when it comes back.
    const trees = rows.filter((row) => !row.deleted_at).map((row) => treeOf(entity, row, {}, [], false))
    const derived = await computeRecords(context, entity, trees, { asked: fields, former })
    count += derived.length
    await writeDerived(context, derived)
  }
  return count
}
