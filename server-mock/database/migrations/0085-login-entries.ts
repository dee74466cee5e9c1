import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Signing in is told by records of the entity `login_entry`, which lists show as any other. */
export async function up(trx: Trx): Promise<void> {
  await sql`drop table pishkhan.login_history`.execute(trx)
}
