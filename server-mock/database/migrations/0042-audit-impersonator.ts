import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Who acted as the user of an entry, where somebody did. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.audit add column impersonator_id bigint`.execute(trx)
}
