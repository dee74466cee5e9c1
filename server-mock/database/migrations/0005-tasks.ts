import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** Work that continues after its call was answered: its owner, its progress and its result. */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.tasks (
    id bigint generated always as identity primary key, kind text not null, title text not null, user_id bigint not null, session_id text not null,
    locale text not null, timezone text not null, key text, input jsonb not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')), cancel_requested boolean not null default false,
    total bigint, done bigint not null default 0, failed bigint not null default 0, failures jsonb not null default '[]', result jsonb, error jsonb,
    file_key text not null, file jsonb, worker text,
    created_at timestamptz not null, started_at timestamptz, heartbeat_at timestamptz, finished_at timestamptz)`.execute(trx)
  await sql`create unique index tasks_key on pishkhan.tasks (user_id, key) where key is not null`.execute(trx)
  await sql`create index tasks_unfinished on pishkhan.tasks (state, id) where state in ('queued', 'running')`.execute(trx)
  await sql`create index tasks_user on pishkhan.tasks (user_id, id)`.execute(trx)
  await sql`create unique index tasks_file on pishkhan.tasks (file_key)`.execute(trx)
}
