import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** The user who acted as the user of an audit entry, if any. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.audit add column impersonator_id bigint`.execute(trx)
}
