import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Uploaded files. `key` is the folder in the store and the secret part of the links; `versions` are the names of the
 * files in it, by version; `used_at` is when a record first referred to the file.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.files (
    id bigint generated always as identity primary key, key text not null unique, name text not null, mime_type text not null, size bigint not null,
    sha256 text not null, width integer, height integer, versions jsonb not null, payload jsonb, user_id bigint,
    created_at timestamptz not null default now(), used_at timestamptz)`.execute(trx)
  await sql`create index files_unused on pishkhan.files (created_at) where used_at is null`.execute(trx)
  await sql`create index files_user on pishkhan.files (user_id, id)`.execute(trx)
}
