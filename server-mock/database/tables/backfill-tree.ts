import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'

/**
 * Gives records what they inherit from the top of their branch, where the `tree` of the entity says `backfill`; their history tells it.
 * Answers whether any record changed. Call it when no record stands beneath itself.
 */
export async function backfillTree(trx: Trx, { document: { tree }, byName, entity }: EntityShape): Promise<boolean> {
  const parent = byName.get(tree?.parent ?? '')
  const columns = (tree?.inherits ?? []).flatMap((name) => byName.get(name) ?? [])
  if (!tree?.backfill || !parent || columns.length === 0) return false
  const table = sql.raw(tableOf(entity))
  const of = (alias: string) => sql.join(columns.map(({ name }) => sql.ref(`${alias}.${name}`)))
  const values = (alias: string) =>
    sql`jsonb_build_object(${sql.join(columns.flatMap(({ name }) => [sql`${name}::text`, sql`to_jsonb(${sql.ref(`${alias}.${name}`)})`]))})`
  const { rows } = await sql<{ id: number }>`with recursive line as (
      select t.id, ${of('t')} from ${table} t where t.deleted_at is null and t.${sql.ref(parent.name)} is null
      union all select t.id, ${of('line')} from ${table} t join line on t.${sql.ref(parent.name)} = line.id where t.deleted_at is null),
    changed as (
      update ${table} as t set ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`line.${name}`)}`))}
      from line join ${table} as b on b.id = line.id where t.id = line.id and (${of('b')}) is distinct from (${of('line')})
      returning t.id, t.version, ${values('b')} as before, ${values('t')} as after)
    insert into pishkhan.audit (request_id, entity, record_id, action, version, before, after)
      select 'publication', ${entity}, id, 'update', version, before, after from changed returning id`.execute(trx)
  return rows.length > 0
}
