import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Ids of the widgets that a dashboard began with, in the order of its defaults: under which they are found again once they are stored. */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.dashboards add column laid_ids bigint[] not null default '{}'`.execute(trx)
}
