import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * What was told (`notices`: texts by locale, where it leads), whom (`notifications`, unread while `read_at` is null), and what each user
 * wants to be told by which channel, where he has chosen.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.notices (
    id bigint generated always as identity primary key, name text not null, grp text not null, icon text not null, texts jsonb not null,
    link jsonb, entity text not null, record_id bigint not null, created_at timestamptz not null)`.execute(trx)
  await sql`create index notices_created_at on pishkhan.notices (created_at)`.execute(trx)
  await sql`create table pishkhan.notifications (
    id bigint generated always as identity primary key, notice_id bigint not null references pishkhan.notices on delete cascade,
    user_id bigint not null, created_at timestamptz not null, read_at timestamptz)`.execute(trx)
  await sql`create index notifications_user on pishkhan.notifications (user_id, id desc)`.execute(trx)
  await sql`create index notifications_unread on pishkhan.notifications (user_id, id desc) where read_at is null`.execute(trx)
  await sql`create index notifications_notice on pishkhan.notifications (notice_id)`.execute(trx)
  await sql`create table pishkhan.notification_choices (
    user_id bigint not null, grp text not null, channel text not null, is_on boolean not null, primary key (user_id, grp, channel))`.execute(
    trx,
  )
}
