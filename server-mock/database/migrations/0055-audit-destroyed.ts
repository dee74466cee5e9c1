import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Finds what a destroyed record referred to: the timeline of a record also shows what was removed from it. */
export async function up(trx: Trx): Promise<void> {
  await sql`create index audit_destroyed on pishkhan.audit using gin (before jsonb_path_ops) where action = 'destroy'`.execute(trx)
}
