import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'

/**
 * Saved views of grids, of one user or, with `role`, of everybody with that role; the view with which a user or a role
 * begins; and each user's column settings of a grid.
 */
export async function up(trx: Trx): Promise<void> {
  await sql`create table pishkhan.grid_views (
    id bigint generated always as identity primary key, grid text not null, name text not null, owner_id bigint not null, role text,
    view jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null)`.execute(trx)
  await sql`create unique index grid_views_own on pishkhan.grid_views (grid, owner_id, name) where role is null`.execute(trx)
  await sql`create unique index grid_views_shared on pishkhan.grid_views (grid, role, name) where role is not null`.execute(trx)
  await sql`create table pishkhan.grid_view_defaults (
    grid text not null, user_id bigint, role text, view_id bigint not null references pishkhan.grid_views (id) on delete cascade, check ((user_id is null) <> (role is null)))`.execute(
    trx,
  )
  await sql`create unique index grid_view_defaults_user on pishkhan.grid_view_defaults (grid, user_id) where user_id is not null`.execute(
    trx,
  )
  await sql`create unique index grid_view_defaults_role on pishkhan.grid_view_defaults (grid, role) where role is not null`.execute(trx)
  await sql`create index grid_view_defaults_view on pishkhan.grid_view_defaults (view_id)`.execute(trx)
  await sql`create table pishkhan.grid_preferences (
    user_id bigint not null, grid text not null, columns jsonb not null, version integer not null default 1, updated_at timestamptz not null, primary key (user_id, grid))`.execute(
    trx,
  )
}
