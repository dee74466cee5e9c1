import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Responses stored for repeated calls are encrypted from now on; older ones are readable and are deleted. */
export async function up(trx: Trx): Promise<void> {
  await sql`delete from pishkhan.idempotency where answer is not null`.execute(trx)
}
