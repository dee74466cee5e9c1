import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * What became of the calls of both versions while a trial runs. outcome: ok, client (4xx), server (5xx), panel (a fault that the panel
 * reported); bucket: how long calls took, on a scale of powers.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.trial_counts (
    trial_id bigint not null, is_trial boolean not null, outcome text not null, bucket integer not null, count bigint not null,
    primary key (trial_id, is_trial, outcome, bucket))`.execute(trx)
}
