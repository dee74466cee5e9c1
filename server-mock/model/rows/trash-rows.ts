import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { noteChange } from '#server/model/compute/noted-changes.ts'
import type { StoredRow } from '#server/model/read.ts'
import { rowLists } from './stored-rows.ts'

/**
 * Lets the rows of a record go to the trash with it, or come back: lists of rows leave them out then, as all that lies in the trash. The
 * rows keep their version, since nothing of them has changed.
 */
export async function trashRowsOf(context: ModelContext, entity: ModelEntity, ids: readonly number[], deletedAt: unknown): Promise<void> {
  for (const { entity: child, parent } of rowLists(context, entity)) {
    const columns = child.shape.columns.map(({ name }) => sql.ref(name))
    const { rows } = await sql<StoredRow>`update ${sql.raw(tableOf(child.name))} set deleted_at = ${deletedAt}
      where ${sql.ref(parent.name)} = any(${[...ids]}::bigint[]) returning ${sql.join(columns)}`.execute(context.trx)
    for (const row of rows) noteChange(context, child, { ...row, deleted_at: deletedAt === null ? context.now : null }, row)
    if (rows.length > 0)
      await trashRowsOf(
        context,
        child,
        rows.map(({ id }) => id),
        deletedAt,
      )
  }
}
