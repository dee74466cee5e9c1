import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What the gate found before a version was published, where it was asked, and in short for the history. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.publications add column gate jsonb, add column gate_summary jsonb`.execute(trx)
}
