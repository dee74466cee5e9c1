import { parseWhere, WhereError } from '#schemas/rules/conditions/where.ts'
import { expandGrid } from '#server/documents/expand-grid.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { badValue } from '#server/model/ids.ts'
import { readRoles } from '#server/publishing/read-roles.ts'
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

/** A view that the caller may use, locked until the call ends. @throws `not-found`, also for views of others */
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

const list: Handler<'grid-view-list'> = async (context) => {
  const { grid } = context.params
  const offer = openGrid(context, grid)
  const stored = await readViews(context.trx, grid, userOf(context.caller), rolesOf(context.caller))
  return {
    results: stored.views.map((view) => shownView(context.caller, view, offer)),
    metadata: { default: defaultOf(context.caller, stored), can_share: canShare(context.caller) },
  }
}

const save: Handler<'grid-view-save'> = async (context) => {
  const { trx, caller, now } = context
  const { grid, id, version, ...changes } = context.payload
  const offer = openGrid(context, grid)
  requireReadable(changes.query?.where)
  const before = id === undefined ? undefined : await openView(context, id, grid)
  if (before) requireChange(context, before, version, offer)
  const name = changes.name?.trim() ?? before?.name
  if (name === undefined) throw validationError({ name: [{ key: 'rules.required' }] })
  const role = changes.role === undefined ? (before?.role ?? null) : changes.role
  if (role !== (before?.role ?? null)) await requireRole(context, role)
  // A shared view that becomes somebody's own is his who takes it.
  const ownerId = before && (role !== null || before.role === null) ? before.owner_id : userOf(caller)
  const view = { query: changes.query ?? before?.view.query ?? {}, columns: changes.columns ?? before?.view.columns ?? {} }
  const siblingNames = await viewsBeside(trx, { grid, ownerId, role }, id)
  if (siblingNames.includes(name)) throw validationError({ name: [{ key: 'errors.view_name' }] })
  if (siblingNames.length >= maxViews)
    throw new ApiError('precondition-failed', { userMessage: { key: 'errors.view_limit', values: { count: maxViews } } })
  const change = { grid, name, ownerId, role, view, now }
  if (before) await updateView(trx, before, change)
  const saved = await lockView(trx, before?.id ?? (await insertView(trx, change)))
  return { results: shownView(caller, saved!, offer) }
}

/** @throws a 422 on `query.where` for conditions that cannot be parsed */
function requireReadable(where: string | undefined) {
  try {
    parseWhere(where ?? '')
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    throw validationError({ 'query.where': [badValue(where)] })
  }
}

const destroy: Handler<'grid-view-destroy'> = async (context) => {
  const { id, version } = context.params
  const view = await openView(context, id, undefined)
  requireChange(context, view, version, undefined)
  await deleteView(context.trx, id)
  return { results: { id } }
}

const chooseDefault: Handler<'grid-view-default'> = async (context) => {
  const { grid, id, role } = context.payload
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

const keepPreferences: Handler<'grid-preferences-save'> = async (context) => {
  const { grid, columns, version } = context.payload
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
export const gridViews = {
  'grid-view-list': list,
  'grid-view-save': save,
  'grid-view-destroy': destroy,
  'grid-view-default': chooseDefault,
  'grid-preferences-save': keepPreferences,
} satisfies Handlers
