import { parseWhere, WhereError } from '#schemas/rules/where.ts'
import type { GridColumnState, GridViewQuery } from '#schemas/types/contract.d.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { badValue } from '#server/model/ids.ts'
import { readRoles } from '#server/publishing/publish.ts'
import { fitColumns, offerOf, type Offer } from '#server/model/grid-views/view-fit.ts'
import {
  deleteView,
  insertView,
  lockView,
  readViews,
  savePreferences,
  setDefault,
  updateView,
  viewsBeside,
  type StoredView,
} from '#server/model/grid-views/views-store.ts'
import { canShare, defaultOf, refuse, rolesOf, shownPreferences, shownView, userOf } from '#server/model/grid-views/read-views.ts'

const maxViews = 50

/** The grid as the caller may see it. @throws `unknown-grid`, `permission-denied` */
const openGrid = ({ registry, caller, config }: CallContext, name: string) =>
  offerOf(expandGrid(registry, { ...caller, locales: config.locales }, name).grid)

/** A view that the caller may use, held until the call ends; of a view that he may not use nothing is told. */
async function openView({ trx, caller }: CallContext, id: number, grid: string | undefined): Promise<StoredView> {
  const view = await lockView(trx, id)
  const isOpen =
    view &&
    (grid === undefined || view.grid === grid) &&
    (view.role === null ? view.owner_id === caller.user?.id : canShare(caller) || caller.roles.includes(view.role))
  return isOpen ? view : refuse('not-found')
}

function requireChange({ caller }: CallContext, view: StoredView, version: number | undefined, offer: Offer | undefined) {
  if (view.role !== null && !canShare(caller)) refuse('permission-denied')
  if (version !== undefined && version !== view.version)
    throw new ApiError('stale-version', {
      metadata: { current: offer ? shownView(caller, view, offer) : { id: view.id, version: view.version, name: view.name }, base: null },
    })
}

async function requireRole({ trx, caller }: CallContext, role: string | null) {
  if (role === null) return
  if (!canShare(caller)) refuse('permission-denied')
  const roles = await readRoles(trx)
  if (roles && !roles.includes(role)) throw validationError({ role: [badValue(role)] })
}

const list: Handler = async (context) => {
  const grid = String(context.params.grid)
  const offer = openGrid(context, grid)
  const kept = await readViews(context.trx, grid, userOf(context.caller), rolesOf(context.caller))
  return {
    results: kept.views.map((view) => shownView(context.caller, view, offer)),
    metadata: { default: defaultOf(context.caller, kept), can_share: canShare(context.caller) },
  }
}

interface SavePayload {
  grid: string
  id?: number
  version?: number
  name?: string
  role?: string | null
  query?: GridViewQuery
  columns?: GridColumnState
}

const save: Handler = async (context) => {
  const { trx, caller, now } = context
  const { grid, id, version, ...given } = context.payload as unknown as SavePayload
  const offer = openGrid(context, grid)
  requireReadable(given.query?.where)
  const before = id === undefined ? undefined : await openView(context, id, grid)
  if (before) requireChange(context, before, version, offer)
  const name = given.name?.trim() ?? before?.name
  if (name === undefined) throw validationError({ name: [{ key: 'rules.required' }] })
  const role = given.role === undefined ? (before?.role ?? null) : given.role
  if (role !== (before?.role ?? null)) await requireRole(context, role)
  // A shared view that becomes somebody's own is his who takes it.
  const ownerId = before && (role !== null || before.role === null) ? before.owner_id : userOf(caller)
  const view = { query: given.query ?? before?.view.query ?? {}, columns: given.columns ?? before?.view.columns ?? {} }
  const beside = await viewsBeside(trx, { grid, ownerId, role }, id)
  if (beside.includes(name)) throw validationError({ name: [{ key: 'errors.view_name' }] })
  if (beside.length >= maxViews)
    throw new ApiError('precondition-failed', { userMessage: { key: 'errors.view_limit', values: { count: maxViews } } })
  const change = { grid, name, ownerId, role, view, now }
  if (before) await updateView(trx, before, change)
  const saved = await lockView(trx, before?.id ?? (await insertView(trx, change)))
  return { results: shownView(caller, saved!, offer) }
}

/** Conditions that nobody can read are refused when they are kept, with their place. */
function requireReadable(where: string | undefined) {
  try {
    parseWhere(where ?? '')
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    throw validationError({ 'query.where': [badValue(where)] })
  }
}

const destroy: Handler = async (context) => {
  const { id, version } = context.params as unknown as { id: number; version?: number }
  const view = await openView(context, id, undefined)
  requireChange(context, view, version, undefined)
  await deleteView(context.trx, id)
  return { results: { id } }
}

const chooseDefault: Handler = async (context) => {
  const { grid, id, role } = context.payload as unknown as { grid: string; id: number | null; role?: string }
  openGrid(context, grid)
  if (role !== undefined) await requireRole(context, role)
  const view = id === null ? null : await openView(context, id, grid)
  // Those of a role begin with what is shared with them.
  if (role !== undefined && view && view.role !== role) throw validationError({ id: [badValue(id)] })
  await setDefault(context.trx, grid, role === undefined ? { userId: userOf(context.caller) } : { role }, id)
  return {
    results: { default: defaultOf(context.caller, await readViews(context.trx, grid, userOf(context.caller), rolesOf(context.caller))) },
  }
}

const keepPreferences: Handler = async (context) => {
  const { grid, columns, version } = context.payload as unknown as { grid: string; columns: GridColumnState; version?: number }
  const { trx, caller, now } = context
  const offer = openGrid(context, grid)
  const saved = await savePreferences(trx, grid, userOf(caller), fitColumns(columns, offer, []), version, now)
  if (!saved)
    throw new ApiError('stale-version', {
      metadata: { current: shownPreferences((await readViews(trx, grid, userOf(caller), [])).preferences, offer), base: null },
    })
  return { results: shownPreferences(saved, offer) }
}

/** Saved views of grids and how each user has set their columns. */
export const gridViews: Record<string, Handler> = {
  'grid-view-list': list,
  'grid-view-save': save,
  'grid-view-destroy': destroy,
  'grid-view-default': chooseDefault,
  'grid-preferences-save': keepPreferences,
}
