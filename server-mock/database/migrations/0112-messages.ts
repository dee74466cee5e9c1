import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Messages that leave the house, in place of a table that was never written. `sealed` holds the values of the template.
 * state: waiting, sending, sent, shown (no driver, developers read it), dead.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`drop table pishkhan.outbox`.execute(trx)
  await sql`create table pishkhan.outbox (
    id bigint generated always as identity primary key, channel text not null, recipient text not null, template text not null,
    locale text not null, sealed text, secret boolean not null, state text not null default 'waiting', attempts integer not null default 0,
    due_at timestamptz not null, created_at timestamptz not null, ended_at timestamptz, error text, detail text)`.execute(trx)
  await sql`create index outbox_due on pishkhan.outbox (due_at, id) where state in ('waiting', 'sending')`.execute(trx)
  await sql`create index outbox_created on pishkhan.outbox (created_at)`.execute(trx)
}
