import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { displayColumns, mayFindNames, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type ModelRecord, type ReadOptions, type StoredRow } from '#server/model/read.ts'
import { rowLimit, seenAmong } from '#server/model/row-limit.ts'
import { hiddenTitle, titlesOf } from '#server/model/titles.ts'
import { treeOf, type Tree } from './tree.ts'

const between = ' › '

/** Puts what is asked for of a tree into records: `path`, the titles above each, and `children_count`, how many are directly beneath. */
export async function addTreeFields(
  context: ModelContext,
  entity: ModelEntity,
  rows: readonly StoredRow[],
  records: readonly ModelRecord[],
  selection: ReadonlyMap<string, unknown>,
  options: ReadOptions,
): Promise<void> {
  const tree = treeOf(entity)
  const ids = rows.map(({ id }) => id).filter((id) => id !== null)
  if (!tree || ids.length === 0) return
  if (selection.has('path')) {
    const paths = await titlesAbove(context, entity, tree, ids, options)
    rows.forEach(({ id }, at) => (records[at]!.path = (paths.get(id) ?? []).join(between)))
  }
  if (selection.has('children_count')) {
    const counts = await childCounts(context, entity, tree, ids, options)
    rows.forEach(({ id }, at) => (records[at]!.children_count = counts.get(id) ?? 0))
  }
}

/** Titles of the records above each, from the top down. */
async function titlesAbove(
  context: ModelContext,
  entity: ModelEntity,
  { parent }: Tree,
  ids: readonly number[],
  options: ReadOptions,
): Promise<Map<number, string[]>> {
  const table = sql.raw(tableOf(entity.name))
  // No walk goes further than a thousand levels, whatever is stored.
  const { rows } = await sql<{ of: number; id: number }>`with recursive line(of, id, step) as (
      select id, ${sql.ref(parent.name)}, 1 from ${table} where id = any(${[...ids]}::bigint[])
      union all select line.of, t.${sql.ref(parent.name)}, line.step + 1 from ${table} t join line on t.id = line.id where line.step < 1000)
    select of, id from line where id is not null order by of, step desc`.execute(context.trx)
  const above = [...new Set(rows.map(({ id }) => Number(id)))]
  const seen = await seenAmong(context, entity, above, options)
  const tellsNames = seen === undefined || mayFindNames(context, entity)
  const stored = await selectAnyRows(context, entity, above, { columns: [...new Set(['id', 'version', ...displayColumns(entity)])] })
  const named = await titlesOf(context, entity, stored, {})
  const titles = new Map(stored.map(({ id }, at) => [id, tellsNames || seen?.has(id) ? named[at]! : hiddenTitle]))
  const paths = new Map<number, string[]>()
  for (const { of, id } of rows) paths.set(Number(of), [...(paths.get(Number(of)) ?? []), titles.get(Number(id)) ?? hiddenTitle])
  return paths
}

/** How many records are directly beneath each, of those that the caller may read. */
async function childCounts(
  context: ModelContext,
  entity: ModelEntity,
  { parent }: Tree,
  ids: readonly number[],
  options: ReadOptions,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ above: number; count: number }>`select ${sql.ref(`child.${parent.name}`)} as above, count(*)::int as count
    from ${sql.raw(tableOf(entity.name))} as child where ${sql.ref(`child.${parent.name}`)} = any(${[...ids]}::bigint[])
      and child.deleted_at is null and ${rowLimit(context, entity, 'read', options, 'child')} group by 1`.execute(context.trx)
  return new Map(rows.map(({ above, count }) => [Number(above), count]))
}
