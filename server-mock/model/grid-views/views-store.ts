import { sql } from 'kysely'
import type { GridColumnState, GridViewQuery } from '#schemas/types/contract.d.ts'
import { lockName } from '#server/database/lock-name.ts'
import type { Trx } from '#server/database/database.ts'

/** What is kept of a view. */
export interface ViewContent {
  query: GridViewQuery
  columns: GridColumnState
}

export interface StoredView {
  id: number
  grid: string
  name: string
  owner_id: number
  role: string | null
  view: ViewContent
  version: number
  role_default: boolean
}

export interface StoredPreferences {
  columns: GridColumnState
  version: number
}

/** Everything that is kept about a grid for somebody. */
export interface StoredViews {
  views: StoredView[]
  ownDefault: number | null
  preferences: StoredPreferences
}

const viewColumns = sql`id, grid, name, owner_id, role, view, version, exists (select 1 from pishkhan.grid_view_defaults d where d.view_id = v.id and d.role is not null) as role_default`

/** In one statement: the views of a user and those of roles, which one is his default, and how he has set the columns. */
export async function readViews(trx: Trx, grid: string, userId: number, roles: readonly string[] | 'all'): Promise<StoredViews> {
  const shared = roles === 'all' ? sql`role is not null` : sql`role = any(${roles}::text[])`
  const {
    rows: [row],
  } = await sql<{ views: StoredView[] | null; own_default: number | null; preferences: StoredPreferences | null }>`select
    (select jsonb_agg(to_jsonb(found) order by found.role nulls first, found.name, found.id) from (select ${viewColumns} from pishkhan.grid_views v where grid = ${grid} and ((role is null and owner_id = ${userId}) or ${shared}) order by id limit 500) found) as views,
    (select view_id from pishkhan.grid_view_defaults where grid = ${grid} and user_id = ${userId}) as own_default,
    (select jsonb_build_object('columns', columns, 'version', version) from pishkhan.grid_preferences where grid = ${grid} and user_id = ${userId}) as preferences`.execute(
    trx,
  )
  return { views: row!.views ?? [], ownDefault: row!.own_default, preferences: row!.preferences ?? { columns: {}, version: 0 } }
}

/** A view by id, held until the transaction ends. */
export async function lockView(trx: Trx, id: number): Promise<StoredView | undefined> {
  const {
    rows: [view],
  } = await sql<StoredView>`select ${viewColumns} from pishkhan.grid_views v where id = ${id} for update`.execute(trx)
  return view
}

export interface ViewChange {
  grid: string
  name: string
  ownerId: number
  role: string | null
  view: ViewContent
  now: Date
}

export async function insertView(trx: Trx, { grid, name, ownerId, role, view, now }: ViewChange): Promise<number> {
  const { id } = await trx
    .insertInto('pishkhan.grid_views')
    .values({ grid, name, owner_id: ownerId, role, view: JSON.stringify(view), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as number
}

/** A view that is shared with another role, or with none, is nobody's default there any more. */
export async function updateView(
  trx: Trx,
  before: StoredView,
  { name, ownerId, role, view, now }: Omit<ViewChange, 'grid'>,
): Promise<void> {
  if (role !== before.role)
    await trx
      .deleteFrom('pishkhan.grid_view_defaults')
      .where('view_id', '=', before.id)
      .where((eb) => eb.or([eb('role', 'is not', null), eb('user_id', '<>', ownerId)]))
      .execute()
  await trx
    .updateTable('pishkhan.grid_views')
    .set({ name, owner_id: ownerId, role, view: JSON.stringify(view), version: before.version + 1, updated_at: now })
    .where('id', '=', before.id)
    .execute()
}

export async function deleteView(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('pishkhan.grid_views').where('id', '=', id).execute()
}

/** How many views stand beside one of this name and place, and whether one of them has the name. */
export async function viewsBeside(
  trx: Trx,
  { grid, ownerId, role }: Pick<ViewChange, 'grid' | 'ownerId' | 'role'>,
  except: number | undefined,
): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from pishkhan.grid_views where grid = ${grid} and ${role === null ? sql`role is null and owner_id = ${ownerId}` : sql`role = ${role}`} and id is distinct from ${except ?? null}::bigint`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

/** Whose default it is: of a user, or of a role. */
export type Whose = { userId: number } | { role: string }

export async function setDefault(trx: Trx, grid: string, whose: Whose, viewId: number | null): Promise<void> {
  const [column, value] = 'role' in whose ? (['role', whose.role] as const) : (['user_id', whose.userId] as const)
  await lockName(trx, `grid-view-default ${grid} ${column} ${value}`)
  await trx.deleteFrom('pishkhan.grid_view_defaults').where('grid', '=', grid).where(column, '=', value).execute()
  if (viewId !== null)
    await trx
      .insertInto('pishkhan.grid_view_defaults')
      .values({ grid, [column]: value, view_id: viewId })
      .execute()
}

/** Keeps preferences; `undefined` when those kept meanwhile have another version, 0 for none. */
export async function savePreferences(
  trx: Trx,
  grid: string,
  userId: number,
  columns: GridColumnState,
  version: number | undefined,
  now: Date,
): Promise<StoredPreferences | undefined> {
  const {
    rows: [row],
  } = await sql<StoredPreferences>`insert into pishkhan.grid_preferences as p (user_id, grid, columns, updated_at)
    select ${userId}, ${grid}, ${JSON.stringify(columns)}::text::jsonb, ${now.toISOString()}::text::timestamptz
    where ${version ?? 0} = 0 or exists (select 1 from pishkhan.grid_preferences where user_id = ${userId} and grid = ${grid})
    on conflict (user_id, grid) do update set columns = excluded.columns, version = p.version + 1, updated_at = excluded.updated_at
      where ${version ?? null}::integer is null or p.version = ${version ?? null}::integer
    returning columns, version`.execute(trx)
  return row
}
