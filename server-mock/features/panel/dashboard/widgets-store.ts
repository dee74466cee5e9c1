import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inReadingOrder, type Place } from '#schemas/rules/dashboard/places.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import type { DefaultWidget } from './library.ts'

export interface StoredWidget extends Place {
  id: number
  version: number
  slug: string
  color: string
  settings: Record<string, unknown>
}

/** The widgets of a user in reading order. */
export async function readWidgets(trx: Trx, user: number): Promise<StoredWidget[]> {
  const { rows } = await sql<StoredWidget>`select id, version, slug, color, settings, x, y, w, h from data.widget
    where user_id = ${user} order by y, x, id`.execute(trx)
  return rows.map((row) => ({ ...row, settings: row.settings ?? {} }))
}

/** What a dashboard began with: the defaults of its documents, and the widgets as they were laid. */
interface Begun {
  defaults: string
  laid: string
}

const readBegun = async (trx: Trx, user: number): Promise<Begun | undefined> =>
  (await sql<Begun>`select defaults, laid from pishkhan.dashboards where user_id = ${user}`.execute(trx)).rows[0]

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
const digestOf = (widgets: readonly (DefaultWidget & { settings?: Record<string, unknown> })[]): string =>
  digest(
    inReadingOrder(widgets).map(({ slug, color, x, y, w, h, settings }) => [slug, color, x, y, w, h, ...Object.entries(settings ?? {})]),
  )

/** Whether the stored widgets are those to show: the user has changed them, or documents still have these defaults. */
async function isBegun(trx: Trx, user: number, defaults: readonly DefaultWidget[]): Promise<boolean> {
  const begun = await readBegun(trx, user)
  return begun !== undefined && (begun.defaults === digestOf(defaults) || begun.laid !== digestOf(await readWidgets(trx, user)))
}

/**
 * The widgets that a user is shown: his own, or until he changes something the defaults, which are not stored yet. The ids of those are
 * below 0, by their order.
 */
export const shownWidgets = async (trx: Trx, user: number, defaults: readonly DefaultWidget[]): Promise<StoredWidget[]> =>
  (await isBegun(trx, user, defaults))
    ? readWidgets(trx, user)
    : inReadingOrder(defaults.map((widget, at) => ({ ...widget, id: -(at + 1), version: 0, settings: {} })))

/** The stored id of a widget that was shown as a default before it was stored; any other id is itself. */
export async function storedIds(trx: Trx, user: number): Promise<(id: number) => number> {
  const { rows } = await sql<{ laid_ids: (number | string)[] }>`select laid_ids from pishkhan.dashboards where user_id = ${user}`.execute(
    trx,
  )
  const laid = rows[0]?.laid_ids ?? []
  return (id) => (id < 0 ? Number(laid[-id - 1] ?? id) : id)
}

/**
 * Lays the defaults of documents for a user who has no dashboard yet, and anew where those have changed and he has changed nothing.
 * Two calls at once lay them once.
 */
export async function beginDashboard(
  trx: Trx,
  registry: DocumentRegistry,
  user: number,
  defaults: readonly DefaultWidget[],
): Promise<void> {
  await sql`insert into pishkhan.dashboards (user_id, defaults, laid) values (${user}, '', '') on conflict do nothing`.execute(trx)
  await sql`select 1 from pishkhan.dashboards where user_id = ${user} for update`.execute(trx)
  const begun = (await readBegun(trx, user))!
  const isFirst = begun.laid === ''
  if (!isFirst && (await isBegun(trx, user, defaults))) return
  await sql`delete from data.widget where user_id = ${user}`.execute(trx)
  await seedRecords(
    trx,
    registry,
    'widget',
    defaults.map((widget) => ({ ...widget, user_id: user, created_by: user, settings: {} })),
  )
  const mark = digestOf(defaults)
  await sql`update pishkhan.dashboards set defaults = ${mark}, laid = ${mark},
    laid_ids = array(select id from data.widget where user_id = ${user} order by id) where user_id = ${user}`.execute(trx)
}

/** Forgets a user's dashboard: the next reading lays the defaults. */
export async function resetDashboard(trx: Trx, user: number): Promise<void> {
  await sql`delete from pishkhan.dashboards where user_id = ${user}`.execute(trx)
}

/** Holds the dashboard against other changes until the call ends. */
export async function holdDashboard(trx: Trx, user: number): Promise<void> {
  await sql`select 1 from pishkhan.dashboards where user_id = ${user} for update`.execute(trx)
}

/** Stores places that have changed. */
export async function storePlaces(trx: Trx, places: readonly (Place & { id: number })[], now: Date): Promise<void> {
  for (const { id, x, y, w, h } of places)
    await sql`update data.widget set x = ${x}, y = ${y}, w = ${w}, h = ${h}, version = version + 1, updated_at = ${now} where id = ${id}`.execute(
      trx,
    )
}
