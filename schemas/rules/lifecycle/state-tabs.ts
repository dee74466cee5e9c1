import type { EntityDocument, GridDocument, GridDocumentTab } from '#schemas/types/contract.d.ts'
import { statesOf } from './lifecycle.ts'

/** A grid whose tabs are listed. */
export type ListedGrid = Omit<GridDocument, 'tabs'> & { tabs?: GridDocumentTab[] }

/**
 * The tabs of a grid. The name of a field with a lifecycle stands for: all, one for each state in the order of the field's options, and
 * the trash where the entity has one. Each tells how many there are. In a list of tabs it stands for the states alone, without those
 * whose keys the list has.
 */
export function tabsOf({ tabs }: Pick<GridDocument, 'tabs'>, entity: EntityDocument | undefined): GridDocumentTab[] | undefined {
  if (Array.isArray(tabs)) {
    const own = new Set(tabs.flatMap((tab) => (typeof tab === 'string' ? [] : [tab.key])))
    return tabs.flatMap((tab) => (typeof tab === 'string' ? tabsOfStates(tab, entity).filter(({ key }) => !own.has(key)) : [tab]))
  }
  if (tabs === undefined) return undefined
  return [
    { key: 'all', count: true },
    ...tabsOfStates(tabs, entity),
    ...(entity && entity.storage?.trash !== false ? [{ key: 'trashed', trashed: true, count: true }] : []),
  ]
}

/** One tab for each state of a field. */
function tabsOfStates(field: string, entity: EntityDocument | undefined): GridDocumentTab[] {
  const lifecycle = entity?.lifecycle?.[field]
  const options = entity?.options?.[field] ?? []
  const states = lifecycle ? statesOf(lifecycle) : []
  const titled = options.filter(({ value, computed }) => computed !== true && states.includes(value)).map(({ value }) => value)
  const ordered = [...titled, ...states.filter((state) => !titled.includes(state))]
  return ordered.filter((state) => state !== null).map((state) => ({ key: tabKey(field, state), where: { [field]: state }, count: true }))
}

/** The key of a state's tab: the state itself where it is a word, else with the name of its field: `status-301`. */
const tabKey = (field: string, state: string | number | boolean): string =>
  typeof state === 'string' && /^[a-z][a-z0-9_-]*$/.test(state) && state !== 'all' && state !== 'trashed'
    ? state
    : `${field}-${String(state)
        .replace(/[^A-Za-z0-9_-]+/g, '_')
        .toLowerCase()}`

export const withListedTabs = (grid: GridDocument, entity: EntityDocument | undefined): ListedGrid => ({
  ...grid,
  tabs: tabsOf(grid, entity),
})
