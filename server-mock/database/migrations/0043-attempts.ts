import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Time before which the next attempt is refused; the wait grows with each attempt. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.rate_limits add column next_at timestamptz`.execute(trx)
}
