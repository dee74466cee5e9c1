import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { lineOf, treeOf } from './tree.ts'

/** @throws `in-use` for a record with others beneath it, saying how many */
export async function requireNoneBeneath({ trx }: ModelContext, entity: ModelEntity, { id }: StoredRow): Promise<void> {
  const tree = treeOf(entity)
  if (!tree) return
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(tableOf(entity.name))}
    where ${sql.ref(tree.parent.name)} = ${id} and deleted_at is null`.execute(trx)
  const { count } = rows[0]!
  if (count > 0) throw new ApiError('in-use', { userMessage: { key: 'errors.has_children', values: { count } }, metadata: { count } })
}

/**
 * What a record that comes back from the trash has from the one above it, as that one is now.
 * @throws `precondition-failed` while that one is in the trash, and where it stands so deep by now that nothing may be beneath it
 */
export async function valuesFromAbove(context: ModelContext, entity: ModelEntity, row: StoredRow): Promise<Record<string, unknown>> {
  const tree = treeOf(entity)
  const parentId = tree && (row[tree.parent.name] as number | null)
  if (!tree || parentId === null || parentId === undefined) return {}
  const refuse = (key: string, values: Record<string, unknown>) => new ApiError('precondition-failed', { userMessage: { key, values } })
  const [above] = await selectAnyRows(context, entity, [parentId])
  if (!above || above.deleted_at) throw refuse('errors.parent_unknown', { id: parentId })
  const line = await lineOf(context.trx, entity, tree, parentId)
  if (line.length + 1 > tree.levels) throw refuse('errors.too_many_levels', { count: tree.levels })
  return Object.fromEntries(tree.inherits.map(({ name }) => [name, above[name]]))
}
