import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Browsers that take notices, each for one session: whatever ends the session removes them. `sealed` holds the address and the keys. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.push_subscriptions (
    id bigint generated always as identity primary key, user_id bigint not null,
    session_id uuid not null unique references pishkhan.sessions on delete cascade, endpoint_hash text not null unique,
    sealed text not null, user_agent text not null, created_at timestamptz not null)`.execute(trx)
  await sql`create index push_subscriptions_user on pishkhan.push_subscriptions (user_id)`.execute(trx)
  await sql`create function pishkhan.remove_push_subscription() returns trigger language plpgsql as $$
    begin
      delete from pishkhan.push_subscriptions where session_id = new.id;
      return null;
    end $$`.execute(trx)
  await sql`create trigger remove_push_subscription after update of ended_at on pishkhan.sessions
    for each row when (new.ended_at is not null) execute function pishkhan.remove_push_subscription()`.execute(trx)
}
