import { sql } from 'kysely'
import type { Where } from '#schemas/types/contract.d.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError } from '#server/errors.ts'
import { declared, lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { documentCondition, fillWhere } from '#server/model/list/document-where.ts'
import { columnOf, root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { rowLists } from '#server/model/rows/stored-rows.ts'
import { referrersOf, whereFields } from './compute-plan.ts'
import { readList, type TreeRecord } from './record-tree.ts'
import { fitsWhere } from '#schemas/formula/fits-where.ts'

/** What formulas and conditions see of a record: fields by name, references and rows expanded where a path goes on into them. */
export type View = Record<string, unknown>

/** A record whose rows may be held in memory. */
export type Seen = Pick<TreeRecord, 'entity' | 'row' | 'lists' | 'parent' | 'before' | 'path'>

const origins = new WeakMap<View, Seen>()

/** The record that a view among the rows of another one was made of. */
export const originOf = (view: View): Seen | undefined => origins.get(view)

interface Narrowing {
  /** Which rows a formula goes over. */
  where?: Where
  /** Field by which other records refer to this one. */
  by?: string
}

/** Rows that one value is computed from; what has more is a ledger. */
export const mostRows = 10_000

/** Reads what paths lead to, for many records at once: one statement for each reference and list, whoever may read it. */
export async function readViews(
  context: ModelContext,
  entity: ModelEntity,
  records: readonly Seen[],
  paths: readonly (readonly string[])[],
  narrowing: Narrowing = {},
): Promise<View[]> {
  const views: View[] = records.map(() => ({}))
  for (const [head, inside] of byHead(paths)) {
    const column = columnOf(entity, head)
    if (column) {
      const target = inside.length > 0 && column.references !== undefined ? lookUpEntity(context.registry, column.references) : undefined
      if (!target) records.forEach(({ row }, at) => (views[at]![head] = row[column.name] ?? null))
      else {
        const ids = records.map(({ row }) => row[column.name] as number | null | undefined)
        const found = await readTargets(context, target, records, ids, inside, column === entity.shape.parent)
        records.forEach((_, at) => (views[at]![head] = found.get(at) ?? null))
      }
      continue
    }
    const list = rowLists(context, entity).find(({ field }) => field === head)
    const further = narrowing.where === undefined ? inside : [...inside, ...whereFields(narrowing.where).map((path) => path.split('.'))]
    if (list) {
      await readList(context, list, records as readonly TreeRecord[])
      const rows = records.map(({ lists }) => lists.get(head)!)
      const seen = await readViews(context, list.entity, rows.flat(), further)
      rows.flat().forEach((row, at) => origins.set(seen[at]!, row))
      let from = 0
      rows.forEach((own, at) => {
        const part = seen.slice(from, from + own.length)
        from += own.length
        views[at]![head] = narrowing.where === undefined ? part : part.filter((view) => fitsWhere(view, narrowing.where!))
      })
      continue
    }
    const referrers = referrersOf(context.registry, entity, head, narrowing.by)
    if (!referrers) continue
    const stored = await readReferrers(context, referrers, records, narrowing.where)
    const seen = await readViews(context, referrers.entity, stored.map(asSeen(referrers.entity)), inside)
    const byTarget = new Map<unknown, View[]>()
    stored.forEach((row, at) => {
      const own = byTarget.get(row[referrers.column.name]) ?? []
      own.push(seen[at]!)
      byTarget.set(row[referrers.column.name], own)
    })
    records.forEach(({ before }, at) => (views[at]![head] = (before && byTarget.get(before.id)) ?? []))
  }
  return views
}

/** Paths by their first step, with what follows it. */
function byHead(paths: readonly (readonly string[])[]): Map<string, string[][]> {
  const heads = new Map<string, string[][]>()
  for (const [head, ...rest] of paths) {
    const inside = heads.get(head!) ?? []
    if (rest.length > 0) inside.push(rest)
    heads.set(head!, inside)
  }
  return heads
}

export const asSeen =
  (entity: ModelEntity) =>
  (row: StoredRow): Seen => ({ entity, row, before: row, lists: new Map(), path: '' })

/** The records that others refer to, by their place; the parent of a row in memory is taken from there. */
async function readTargets(
  context: ModelContext,
  target: ModelEntity,
  records: readonly Seen[],
  ids: readonly (number | null | undefined)[],
  inside: readonly (readonly string[])[],
  isParent: boolean,
): Promise<Map<number, View>> {
  const parents = isParent ? [...new Set(records.flatMap(({ parent }) => parent ?? []))] : []
  const seenParents = await readViews(context, target, parents, inside)
  const wanted = ids.filter((id, at) => id != null && !(isParent && records[at]!.parent)) as number[]
  const stored = await selectAnyRows(context, target, [...new Set(wanted)])
  const views = await readViews(context, target, stored.map(asSeen(target)), inside)
  const byId = new Map(stored.map(({ id }, at) => [id, views[at]!]))
  const found = new Map<number, View>()
  records.forEach(({ parent }, at) => {
    const view = isParent && parent ? seenParents[parents.indexOf(parent)] : byId.get(ids[at] ?? 0)
    if (view) found.set(at, view)
  })
  return found
}

/** @throws a 422 for a record that more than 10,000 refer to */
async function readReferrers(
  context: ModelContext,
  { entity, column }: NonNullable<ReturnType<typeof referrersOf>>,
  records: readonly Seen[],
  where: Where | undefined,
): Promise<StoredRow[]> {
  const ids = records.flatMap(({ before }) => before?.id ?? [])
  if (ids.length === 0) return []
  const paths = createFieldPaths(context, entity, declared)
  const filled = fillWhere(where, {})
  const condition = filled ? documentCondition(context, filled, (path) => paths.resolve(path)) : sql`true`
  const columns = entity.shape.columns.map(({ name }) => sql.ref(`${root}.${name}`))
  const reference = sql.ref(`${root}.${column.name}`)
  const { rows } = await sql<StoredRow>`select ${sql.join(columns)} from ${paths.from()}
    where ${reference} = any(${ids}::bigint[]) and ${sql.ref(`${root}.deleted_at`)} is null and ${condition}
    order by ${reference}, ${sql.ref(`${root}.id`)} limit ${mostRows * Math.max(1, Math.min(ids.length, 5)) + 1}`.execute(context.trx)
  const counts = new Map<unknown, number>()
  for (const row of rows) counts.set(row[column.name], (counts.get(row[column.name]) ?? 0) + 1)
  if (Math.max(0, ...counts.values()) > mostRows)
    throw validationError({ [entity.name]: [{ key: 'errors.too_many_to_sum', values: { max: mostRows } }] })
  return rows
}

export const tableName = (entity: ModelEntity) => sql.raw(tableOf(entity.name))
