import {
  changeGridQuery,
  emptyQuery,
  formatGridQuery,
  isReadableWhere,
  parseSort,
  printSearch,
  type GridDefaults,
  type GridQuery,
} from '#renderer/grid/data/grid-query.ts'
import { parseWhere, printWhere } from '#schemas/rules/conditions/where.ts'
import type { GridColumnState, GridView, GridViewQuery } from '#schemas/types/contract.d.ts'

/** What of a list's state a view keeps: everything but the page. */
export function viewQueryOf({ q, tab, sort, pageSize, where, filters }: GridQuery): GridViewQuery {
  return {
    ...(q !== '' && { q }),
    ...(tab !== null && { tab }),
    ...(pageSize !== null && { page_size: pageSize }),
    ...(where !== '' && { where }),
    ...(sort && sort.length > 0 && { sort: sort.map(({ field }) => field).join(), order: sort.map(({ order }) => order).join() }),
    ...(Object.keys(filters).length > 0 && { filters }),
  }
}

/** The list's state with which a view begins. */
export function queryOfView({
  id,
  query: { q = '', tab, sort, order, page_size: pageSize, where = '', filters = {} },
}: Pick<GridView, 'id' | 'query'>): GridQuery {
  return changeGridQuery(emptyQuery, {
    q,
    tab: tab ?? null,
    pageSize: pageSize ?? null,
    filters,
    where: isReadableWhere(where) ? where : '',
    sort: parseSort(sort ?? null, order ?? null) ?? null,
    view: id,
  })
}

/** Whether the list shows something else than the view says; the page is nobody's matter. */
export const differsFrom = (view: Pick<GridView, 'id' | 'query'>, query: GridQuery, defaults: GridDefaults): boolean =>
  comparable(queryOfView(view), defaults) !== comparable(query, defaults)

function comparable(query: GridQuery, defaults: GridDefaults): string {
  const search = formatGridQuery({ ...query, page: 1, view: null, where: printWhere(parseWhere(query.where)) }, { ...defaults, view: null })
  search.sort()
  return printSearch(search)
}

/** Whether columns are set alike; what is left out and what is empty are the same. */
export const isSameColumns = (a: GridColumnState, b: GridColumnState): boolean => canonical(a) === canonical(b)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(
    ([, part]) => part !== undefined && !(typeof part === 'object' && part !== null && Object.keys(part as object).length === 0),
  )
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${key}:${canonical(part)}`)
    .join()}}`
}

/** Own views first, then those shared, by name. */
export function withView(items: readonly GridView[], view: GridView): GridView[] {
  const others = items.filter(({ id }) => id !== view.id)
  return [...others, view].sort((a, b) => Number(a.role !== null) - Number(b.role !== null) || a.name.localeCompare(b.name))
}
