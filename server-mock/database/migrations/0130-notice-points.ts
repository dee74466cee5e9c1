import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Of which points of a record has been told, for what is told once: a reminder of a date, a threshold. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.notice_points (
    name text not null, record_id bigint not null, point text not null, at timestamptz not null, primary key (name, record_id, point))`.execute(
    trx,
  )
  await sql`create index notice_points_at on pishkhan.notice_points (at)`.execute(trx)
}
