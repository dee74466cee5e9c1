import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { displayColumns, findModel, lookUpEntity, mayDo, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { anyOf, type Condition } from '#server/model/list/filters.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import { rowLimit } from '#server/model/row-limit.ts'
import { selectRows } from '#server/model/read.ts'
import { titlesOf } from '#server/model/titles.ts'
import { sameTitle } from './read-value.ts'

/** Records of an entity that are looked up by their titles; of more than that only ids are taken. */
const maxTitles = 5000

/** Finds records that cells name by id or by title; titles of an entity are read once. */
export function createRecordFinder(): (context: ModelContext, entity: string, text: string) => Promise<number | null | undefined> {
  const known = new Map<string, Map<string, number | null>>()
  return async (context, name, text) => {
    const entity = lookUpEntity(context.registry, name)
    if (!entity) return undefined
    if (!known.has(name)) known.set(name, await readTitles(context, entity))
    const byTitle = known.get(name)!.get(sameTitle(text))
    return byTitle !== undefined ? byTitle : /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
  }
}

/** Titles, folded, with their ids; null where several have the same. */
async function readTitles(context: ModelContext, entity: ModelEntity): Promise<Map<string, number | null>> {
  const titles = new Map<string, number | null>()
  if (!mayDo(context.caller, entity, 'read')) return titles
  const { rows: matches } = await sql<{
    id: number
  }>`select id from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)} where deleted_at is null and ${rowLimit(context, entity, 'read', {})} order by id limit ${maxTitles + 1}`.execute(
    context.trx,
  )
  if (matches.length > maxTitles) return titles
  const rows = await selectRows(
    context,
    entity,
    matches.map(({ id }) => id),
    { trusted: true, columns: ['id', 'version', ...displayColumns(entity)] },
  )
  const named = await titlesOf(context, entity, rows, {})
  rows.forEach(({ id }, at) => {
    const title = sameTitle(named[at]!)
    titles.set(title, titles.has(title) ? null : id)
  })
  return titles
}

/** Records that have a value in a field, within the grid's parameters: two at most. */
export async function findByKey(
  context: ModelContext,
  model: string,
  key: string,
  value: unknown,
  params: Readonly<Record<string, { path: string; value: unknown }>>,
): Promise<{ id: number; version: number }[]> {
  const entity = findModel(context, model)
  const paths = createFieldPaths(context, entity, {})
  const conditions: Condition[] = [sql`${sql.ref(`${root}.deleted_at`)} is null`, rowLimit(context, entity, 'read', {})]
  for (const { path, value: wanted } of [{ path: key, value }, ...Object.values(params)]) {
    const field = paths.resolve(path)
    conditions.push(
      (field && anyOf(field, String(wanted) === wanted || typeof wanted === 'number' ? [wanted] : [String(wanted)])) ?? sql`false`,
    )
  }
  const { rows } = await sql<{
    id: number
    version: number
  }>`select ${sql.ref(`${root}.id`)} as id, ${sql.ref(`${root}.version`)} as version from ${paths.from()} where ${sql.join(conditions, sql` and `)} limit 2`.execute(
    context.trx,
  )
  return rows
}
