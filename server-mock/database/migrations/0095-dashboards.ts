import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What each user's dashboard began with, so that new defaults reach those who have changed nothing. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.dashboards (user_id bigint primary key, defaults text not null, laid text not null)`.execute(trx)
}
