import { sql } from 'kysely'
import { roundDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { ModelContext } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { referrersOf, type ComputedField } from './compute-plan.ts'
import { tableName } from './read-views.ts'
import type { TreeRecord } from './record-tree.ts'

/**
 * A field of the last of the records that refer to each of others, by their ids. Each is found by an index, however many records there are;
 * those in the trash do not count.
 */
export async function lastValues(
  context: ModelContext,
  { entity, computation, scale }: ComputedField,
  records: readonly Pick<TreeRecord, 'before'>[],
): Promise<Map<unknown, unknown>> {
  const ids = records.flatMap(({ before }) => before?.id ?? [])
  const values = new Map<unknown, unknown>()
  if (computation.kind !== 'last' || ids.length === 0) return values
  const [name = '', field = ''] = computation.path
  const referrers = referrersOf(context.registry, entity, name, computation.by)
  const column = referrers && columnOf(referrers.entity, field)
  const order = referrers && columnOf(referrers.entity, computation.order)
  if (!column || !order) return values
  const at = sql.ref(`r.${order.name}`)
  const value = column.kind === 'date' ? sql`to_char(${sql.ref(`r.${column.name}`)}, 'YYYY-MM-DD')` : sql.ref(`r.${column.name}`)
  const { rows } = await sql<{ id: number; value: unknown }>`select wanted.id, found.value
    from unnest(${ids}::bigint[]) as wanted(id) cross join lateral (
      select ${value} as value from ${tableName(referrers.entity)} r
      where ${sql.ref(`r.${referrers.column.name}`)} = wanted.id and r.deleted_at is null and ${at} is not null
      order by ${at} desc, r.id desc limit 1 offset ${computation.skip}) found`.execute(context.trx)
  for (const row of rows) {
    const decimals = column.kind === 'decimal' && typeof row.value === 'string' ? (row.value.split('.')[1]?.length ?? 0) : 0
    values.set(Number(row.id), scale !== undefined && decimals > scale ? roundDecimal(String(row.value), scale) : row.value)
  }
  return values
}
