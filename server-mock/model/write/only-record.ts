import { sql } from 'kysely'
import { lockName } from '#server/database/lock-name.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'

/**
 * Refuses a second record of an entity that has one only (`storage.single: true`). Two that are made at once wait for each other.
 * @throws `precondition-failed`
 */
export async function requireOnly({ trx }: ModelContext, { name, document }: ModelEntity): Promise<void> {
  if (document.storage?.single !== true) return
  await lockName(trx, `pishkhan.only.${name}`)
  const { rows } = await sql`select 1 from ${sql.raw(tableOf(name))} limit 1`.execute(trx)
  if (rows.length > 0) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.only_record' } })
}
