import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Data that leads the owner of a task back to the place where he started it, and whether the task is all or nothing. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.tasks add column about jsonb, add column is_whole boolean not null default false`.execute(trx)
}
