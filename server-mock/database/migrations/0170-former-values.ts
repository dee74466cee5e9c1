import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** What the sources of a field that follows them had before, by the id of the source: a value that people have typed is none of them. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.backfill add column former jsonb`.execute(trx)
}
