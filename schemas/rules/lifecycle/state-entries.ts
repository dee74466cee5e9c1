import type { EntityDocument, GridDocument, Target } from '#schemas/types/contract.d.ts'
import { tabsOf } from './state-tabs.ts'

/** The tab of a list that shows the records in one state. */
export interface StateTab {
  key: string
  state: unknown
}

/** `cart/order.status` as the name of an entity and that of its field. */
export function partsOfStates(states: string): { entity: string; field: string } {
  const dot = states.lastIndexOf('.')
  return { entity: states.slice(states.indexOf('/') + 1, dot), field: states.slice(dot + 1) }
}

/** The tabs of a grid that show one state of the field each, in their order. */
export const stateTabs = (grid: Pick<GridDocument, 'tabs'>, entity: EntityDocument, field: string): StateTab[] =>
  (tabsOf(grid, entity) ?? []).flatMap(({ key, where }) =>
    typeof where === 'object' && Object.keys(where).join() === field && !Array.isArray(where[field]) ? [{ key, state: where[field] }] : [],
  )

/** Path of a grid that a link names: `cart/order/list` of `grid/cart/order/list?page_size=50`. */
export const gridOfLink = (to: Target | undefined): string | undefined =>
  typeof to === 'string' ? /^\/?grid\/([^/?#]+\/[^/?#]+\/[^/?#]+)$/.exec(to)?.[1] : undefined

/** The grid to whose tabs the entries for the states of a field lead: that of `to`, else the first of the entity that has such tabs. */
export function gridOfStates<G extends Pick<GridDocument, 'entity' | 'tabs'>>(
  grids: Iterable<readonly [path: string, grid: G]>,
  entity: EntityDocument,
  field: string,
  to: Target | undefined,
): { path: string; tabs: StateTab[] } | undefined {
  const wanted = gridOfLink(to)
  for (const [path, grid] of grids) {
    if (String(grid.entity).split('/').at(-1) !== entity.name || (to !== undefined && path !== wanted)) continue
    const tabs = stateTabs(grid, entity, field)
    if (tabs.length > 0) return { path, tabs }
  }
  return undefined
}
