import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/** The server's own tables. Users themselves are the entity `user` in schema `data`; `user_id` names its id. */
export async function up(trx: Trx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

const id = 'id bigint generated always as identity primary key'

const statements = [
  // One row per published version of a module: all its documents as one object (`ModuleDocuments`).
  `create table pishkhan.documents (
    ${id}, module text not null, version text not null, documents jsonb not null,
    author_id bigint, author text not null default '', at timestamptz not null default now(), note text not null default '',
    is_current boolean not null default false)`,
  // At most one current version per module; a module without one is not published.
  `create unique index documents_current on pishkhan.documents (module) where is_current`,
  `create index documents_module on pishkhan.documents (module, id)`,

  // The history of publications. `number` is sent to clients as metadata.publication. action: publish, rollback, remove.
  `create table pishkhan.publications (
    number bigint primary key, module text not null, documents_id bigint references pishkhan.documents (id),
    action text not null, author_id bigint, author text not null default '', at timestamptz not null default now(), note text not null default '')`,

  // password_hash is an argon2id hash in PHC format.
  `create table pishkhan.credentials (
    user_id bigint primary key, password_hash text not null, changed_at timestamptz not null default now(),
    force_change boolean not null default false, failed_count integer not null default 0, locked_until timestamptz)`,

  // id is the token's `sid`. A session is valid while ended_at is null and expires_at is in the future.
  `create table pishkhan.sessions (
    id uuid primary key, user_id bigint not null, impersonator_id bigint, created_at timestamptz not null default now(),
    seen_at timestamptz not null default now(), expires_at timestamptz not null, ended_at timestamptz, end_reason text,
    ip text not null default '', user_agent text not null default '')`,
  `create index sessions_user on pishkhan.sessions (user_id, created_at)`,
  `create index sessions_expires on pishkhan.sessions (expires_at)`,

  // username is what was typed, since the user may not exist. reason: an error code, null on success.
  `create table pishkhan.login_history (
    ${id}, at timestamptz not null default now(), user_id bigint, username text not null, success boolean not null,
    reason text, ip text not null default '', user_agent text not null default '')`,
  `create index login_history_user on pishkhan.login_history (user_id, at)`,

  // before and after hold only the stored columns that differ; version is the record's after the write. unconditional:
  // the caller sent no version. entity is an entity's name, or a feature's own word.
  `create table pishkhan.audit (
    ${id}, at timestamptz not null default now(), user_id bigint, request_id text not null default '',
    entity text not null, record_id bigint, action text not null, version integer, unconditional boolean not null default false,
    before jsonb, after jsonb)`,
  `create index audit_record on pishkhan.audit (entity, record_id, id)`,
  `create index audit_at on pishkhan.audit (at)`,
  `create index audit_user on pishkhan.audit (user_id, id)`,

  // caller is 'user:<id>' or 'ip:<address>'. status is null while the first call still runs.
  `create table pishkhan.idempotency (
    caller text not null, key text not null, request_hash text not null, status integer, answer jsonb,
    created_at timestamptz not null default now(), primary key (caller, key))`,
  `create index idempotency_created on pishkhan.idempotency (created_at)`,

  // key is '<what>:<whom>', e.g. 'login:203.0.113.7'; the count starts again at reset_at.
  `create table pishkhan.rate_limits (key text primary key, count integer not null, reset_at timestamptz not null)`,
  `create index rate_limits_reset on pishkhan.rate_limits (reset_at)`,

  `create table pishkhan.settings (key text primary key, value jsonb not null, updated_at timestamptz not null default now(), updated_by bigint)`,

  // Messages to be sent. channel: sms, email, push. template names the message, data its values.
  `create table pishkhan.outbox (
    ${id}, channel text not null, recipient text not null, subject text not null default '', body text not null,
    template text, data jsonb, created_at timestamptz not null default now(), sent_at timestamptz, attempts integer not null default 0, error text)`,
  `create index outbox_unsent on pishkhan.outbox (id) where sent_at is null`,

  // Codes and links that work once; only the salted hash is stored. purpose: password-reset, two-fa, backup-code, verify-email …
  `create table pishkhan.one_time_tokens (
    ${id}, purpose text not null, user_id bigint, recipient text, token_hash text not null, data jsonb,
    created_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz, attempts integer not null default 0)`,
  `create index one_time_tokens_user on pishkhan.one_time_tokens (purpose, user_id)`,
  `create index one_time_tokens_recipient on pishkhan.one_time_tokens (purpose, recipient)`,

  // When each recurring job last ran; the process that runs it holds an advisory lock.
  `create table pishkhan.jobs (name text primary key, last_run_at timestamptz, last_error text)`,

  // Numbers that only grow, e.g. 'publication' or an invoice series: update … set value = value + 1 returning value.
  `create table pishkhan.counters (name text primary key, value bigint not null default 0)`,
]
