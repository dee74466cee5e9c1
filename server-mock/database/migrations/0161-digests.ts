import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Who wants one mail a day with what he has not read: at `hour` of `timezone`, next at `due_at`, with what was told after `told_until`.
 * Whoever sends a digest moves `due_at` in the same transaction, so that each day has one.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.digests (
    user_id bigint primary key, hour smallint not null, timezone text not null, told_until timestamptz not null, due_at timestamptz not null)`.execute(
    trx,
  )
  await sql`create index digests_due on pishkhan.digests (due_at)`.execute(trx)
}
