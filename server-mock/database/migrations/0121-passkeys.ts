import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Passkeys with which users sign in. `rp_id` is the domain that each was made for. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table if not exists pishkhan.passkeys (
    id bigint generated always as identity primary key, user_id bigint not null, rp_id text not null, credential_id text not null unique,
    public_key text not null, counter bigint not null, user_handle text not null, name text not null, transports jsonb not null default '[]',
    created_at timestamptz not null, used_at timestamptz)`.execute(trx)
  await sql`create index if not exists passkeys_user on pishkhan.passkeys (user_id)`.execute(trx)
}
