import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Password or key of a notification driver, sealed for the server to which it goes. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table if not exists pishkhan.driver_secrets (driver_id bigint primary key, sealed text not null)`.execute(trx)
}
