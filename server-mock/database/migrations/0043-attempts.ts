import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Moment before which the next attempt is refused, where each costs the next one a longer wait. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.rate_limits add column next_at timestamptz`.execute(trx)
}
