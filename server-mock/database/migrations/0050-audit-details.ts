import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What an entry says beyond the changed columns: of a transition its field, the states before and after, and the note. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.audit add column details jsonb`.execute(trx)
}
