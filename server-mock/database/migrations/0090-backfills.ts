import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Computed fields whose formula is new or another one, until all stored records have their values: how far that has come (`next_id`, among
 * the records of `root`), and how many got another value.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.backfill (
    entity text not null, field text not null, root text not null, from_now boolean not null default false,
    next_id bigint not null default 0, changed bigint not null default 0, fault text,
    queued_at timestamptz not null, done_at timestamptz, primary key (entity, field))`.execute(trx)
}
