import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Of something that happened to the reader himself there is no record. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.notices alter column entity drop not null, alter column record_id drop not null`.execute(trx)
}
