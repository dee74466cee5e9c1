import type { GridDropped, GridGrid, GridPreferences, GridView, GridViews } from '#schemas/types/contract.d.ts'
import { isAllowed, type Caller } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { fitColumns, fitQuery, offerOf, type Offer } from './view-fit.ts'
import { readViews, type StoredPreferences, type StoredView, type StoredViews } from './views-store.ts'

/** Sharing views with everybody of a role. */
export const sharePermission = 'panel.share_views'

export const canShare = (caller: Caller) => isAllowed(caller, sharePermission)
export const userOf = (caller: Caller): number => caller.user?.id ?? refuse('endpoint-401')
export const refuse = (code: 'endpoint-401' | 'permission-denied' | 'not-found'): never => {
  throw new ApiError(code)
}
export const rolesOf = (caller: Caller) => (canShare(caller) ? ('all' as const) : caller.roles)

/** The views and preferences that come with a grid, as the grid is for this caller. */
export async function viewsOf(
  { caller, trx }: Pick<CallContext, 'caller' | 'trx'>,
  gridName: string,
  grid: GridGrid,
): Promise<{ views: GridViews; preferences: GridPreferences }> {
  const stored = await readViews(trx, gridName, userOf(caller), rolesOf(caller))
  const offer = offerOf(grid)
  return {
    views: {
      items: stored.views.map((view) => shownView(caller, view, offer)),
      default: defaultOf(caller, stored),
      can_share: canShare(caller),
    },
    preferences: shownPreferences(stored.preferences, offer),
  }
}

/** One's own choice, else that of the first of one's roles that has one. */
export function defaultOf(caller: Caller, { views, ownDefault }: StoredViews): number | null {
  if (ownDefault !== null && views.some(({ id }) => id === ownDefault)) return ownDefault
  for (const role of caller.roles) {
    const shared = views.find((view) => view.role === role && view.role_default)
    if (shared) return shared.id
  }
  return null
}

export function shownView(
  caller: Caller,
  { id, version, name, role, owner_id: owner, view, role_default: roleDefault }: StoredView,
  offer: Offer,
): GridView {
  const dropped: GridDropped[] = []
  const [query, columns] = [fitQuery(view.query, offer, dropped), fitColumns(view.columns, offer, dropped)]
  const isMine = owner === caller.user?.id
  return {
    id,
    version,
    name,
    role,
    ...(role !== null && { role_default: roleDefault }),
    is_mine: isMine,
    can_edit: role === null ? isMine : canShare(caller),
    query,
    columns,
    ...(dropped.length > 0 && { dropped }),
  }
}

export function shownPreferences({ columns, version }: StoredPreferences, offer: Offer): GridPreferences {
  const dropped: GridDropped[] = []
  return { columns: fitColumns(columns, offer, dropped), version, ...(dropped.length > 0 && { dropped }) }
}
