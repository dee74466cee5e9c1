import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * A message may tell of a notice: its texts stand there, once for all recipients. `opens`: the recipient may open what it is about.
 * `is_bulk`: it waits behind none of the others, such as codes for signing in, and they not behind it.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.outbox add column notice_id bigint references pishkhan.notices on delete cascade,
    add column opens boolean not null default false, add column is_bulk boolean not null default false`.execute(trx)
  await sql`drop index pishkhan.outbox_due`.execute(trx)
  await sql`create index outbox_due on pishkhan.outbox (state, is_bulk, due_at, id) where state in ('waiting', 'sending')`.execute(trx)
  await sql`create index outbox_notice on pishkhan.outbox (notice_id) where notice_id is not null`.execute(trx)
}
