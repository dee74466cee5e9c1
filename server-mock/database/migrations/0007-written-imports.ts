import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Imports that have been written. A file is written only once, however many requests ask for it at the same time. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.written_imports (key text primary key, at timestamptz not null)`.execute(trx)
}
