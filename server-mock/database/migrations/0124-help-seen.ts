import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Which help each user has opened; translations of one help share their `sister_group`. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.help_seen (
    user_id bigint not null, sister_group bigint not null, seen_at timestamptz not null, primary key (user_id, sister_group))`.execute(trx)
}
