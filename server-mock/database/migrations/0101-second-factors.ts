import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Authenticator apps with their backup codes, the steps of a sign-in that is not finished, and when a session last proved who uses it.
 * Secrets are encrypted, codes are hashed.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`alter table pishkhan.sessions add column if not exists proved_at timestamptz`.execute(trx)
  await sql`update pishkhan.sessions set proved_at = created_at`.execute(trx)
  await sql`create table if not exists pishkhan.second_factors (
    user_id bigint primary key, secret text, activated_at timestamptz, last_step bigint,
    pending_secret text, pending_at timestamptz, shown_codes text, shown_until timestamptz)`.execute(trx)
  await sql`create table if not exists pishkhan.backup_codes (
    user_id bigint not null, position smallint not null, hash text not null, used_at timestamptz, hint text, agent text, ip text,
    primary key (user_id, position))`.execute(trx)
  await sql`create table if not exists pishkhan.challenges (
    id text primary key, purpose text not null, user_id bigint, method text not null, code_hash text, tries int not null default 0,
    data jsonb not null default '{}', created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz)`.execute(trx)
  await sql`create index if not exists challenges_expiry on pishkhan.challenges (expires_at)`.execute(trx)
}
