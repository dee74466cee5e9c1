import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What is told once is told once to each: 0 stands for everybody, as of what was told before. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.notice_points add column user_id bigint not null default 0`.execute(trx)
  await sql`alter table pishkhan.notice_points drop constraint notice_points_pkey,
    add primary key (name, record_id, point, user_id)`.execute(trx)
}
