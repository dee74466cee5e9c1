import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Answers that are kept for repeats are sealed from now on; those from before are readable, and go. */
export async function up(trx: Trx): Promise<void> {
  await sql`delete from pishkhan.idempotency where answer is not null`.execute(trx)
}
