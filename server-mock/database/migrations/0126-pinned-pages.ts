import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Pages that each user keeps at hand, in his order. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.pinned_pages (user_id bigint primary key, pages jsonb not null)`.execute(trx)
}
