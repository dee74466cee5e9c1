import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What leads the owner of a task back to where he started it, and whether all of it is done or nothing. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.tasks add column about jsonb, add column is_whole boolean not null default false`.execute(trx)
}
