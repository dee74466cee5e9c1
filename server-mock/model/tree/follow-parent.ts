import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { definitions, recordset, typedColumns } from '#server/model/write/recordset.ts'
import { beneath, treeOf } from './tree.ts'

/** Key under which the audit of a record names those beneath it that follow it. */
export const followedKey = 'followed_by'

/**
 * Passes inherited fields of a changed record down to all beneath it. They follow from the change of that record: their versions stay, and
 * its audit entry stands for them. Answers what that entry says of them.
 */
export async function followParent(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow,
  after: StoredRow,
): Promise<{ [followedKey]?: number[] }> {
  const tree = treeOf(entity)
  const passed = tree?.inherits.filter(({ name }) => differs(before[name], after[name])) ?? []
  if (!tree || passed.length === 0) return {}
  const inherited = Object.fromEntries(passed.map(({ name }) => [name, after[name]]))
  const ids = (await beneath(context.trx, entity, tree, after.id)).map(({ id }) => id)
  const rows = (await selectAnyRows(context, entity, ids, { lock: true })).filter((row) =>
    passed.some(({ name }) => differs(row[name], after[name])),
  )
  if (rows.length === 0) return {}
  const written = new Set([...passed, ...entity.text].map(({ name }) => name))
  const columns = typedColumns(entity).filter(({ name }) => written.has(name))
  const values = rows.map((row) => ({ ...recordset(entity, { ...row, ...inherited }), id: row.id }))
  await sql`update ${sql.raw(tableOf(entity.name))} as t set ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`))}
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(id bigint, ${definitions(columns)}) where t.id = v.id`.execute(
    context.trx,
  )
  return { [followedKey]: rows.map(({ id }) => id).sort((a, b) => a - b) }
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
