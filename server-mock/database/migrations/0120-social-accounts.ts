import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Accounts at OpenID Connect providers with which users sign in, each by issuer and subject. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table if not exists pishkhan.social_accounts (
    id bigint generated always as identity primary key, user_id bigint not null, provider text not null, issuer text not null,
    subject text not null, label text, created_at timestamptz not null, used_at timestamptz, unique (issuer, subject))`.execute(trx)
  await sql`create index if not exists social_accounts_user on pishkhan.social_accounts (user_id)`.execute(trx)
}
