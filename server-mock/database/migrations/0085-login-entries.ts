import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Drops the old table of sign-ins: they are records of the entity `login_entry` now. */
export async function up(trx: Trx): Promise<void> {
  await sql`drop table pishkhan.login_history`.execute(trx)
}
