import {
  isWhereGroup,
  parseWhere,
  printWhere,
  WhereError,
  type WhereGroup,
  type WhereNode,
  type WhereOperator,
} from '#schemas/rules/conditions/where.ts'
import type { GridColumnState, GridDropped, GridGrid, GridViewQuery } from '#schemas/types/contract.d.ts'

/** What a reader can ask of a grid, and which columns he sees. */
export interface Offer {
  columns: ReadonlySet<string>
  sortable: ReadonlySet<string>
  filters: ReadonlySet<string>
  /** Operators of each filter that may take part in groups. */
  operators: ReadonlyMap<string, ReadonlySet<WhereOperator>>
  tabs: ReadonlySet<string>
  /** Values of each filter that offers some. */
  choices: ReadonlyMap<string, ReadonlySet<string>>
}

export function offerOf(grid: GridGrid): Offer {
  return {
    columns: new Set(grid.columns.map(({ key }) => key)),
    sortable: new Set([
      'id',
      'created_at',
      'updated_at',
      ...[grid, ...(grid.tabs ?? [])].flatMap(({ default_sort: sort = '' }) => sort.split(',')),
      ...grid.columns.filter(({ sortable }) => sortable).map(({ key }) => key),
    ]),
    filters: new Set(grid.filters?.map(({ key }) => key)),
    operators: new Map(grid.filters?.filter(({ groups }) => groups !== false).map(({ key, operators = [] }) => [key, new Set(operators)])),
    tabs: new Set(grid.tabs?.map(({ key }) => key)),
    choices: new Map(
      grid.filters?.flatMap(({ key, kind, options }) =>
        kind === 'select' && options ? [[key, new Set(options.map(({ value }) => String(value)))] as const] : [],
      ),
    ),
  }
}

/** The part of a saved query that the grid still offers; what is left out is added to `dropped`. */
export function fitQuery(query: GridViewQuery, offer: Offer, dropped: GridDropped[]): GridViewQuery {
  const { sort, order, tab, where, filters, ...rest } = query
  const fitting = Object.entries(filters ?? {})
    .filter(([key]) => offer.filters.has(key) || !drop(dropped, 'filter', key))
    .map(
      ([key, value]) => [key, offer.choices.has(key) ? fitChoices(key, value.split(','), offer, 'filter', dropped).join() : value] as const,
    )
    .filter(([, value]) => value !== '')
  const conditions = where === undefined ? '' : fitWhere(where, offer, dropped)
  return {
    ...rest,
    ...fitSort(sort, order, offer, dropped),
    ...(tab !== undefined && (offer.tabs.has(tab) || !drop(dropped, 'tab', tab)) && { tab }),
    ...(conditions !== '' && { where: conditions }),
    ...(fitting.length > 0 && { filters: Object.fromEntries(fitting) }),
  }
}

/** The settings of columns that are still there. */
export function fitColumns(columns: GridColumnState, offer: Offer, dropped: GridDropped[]): GridColumnState {
  const isThere = (key: string) => offer.columns.has(key) || !drop(dropped, 'column', key)
  const byKey = <T>(values: Record<string, T> | undefined) =>
    values && Object.fromEntries(Object.entries(values).filter(([key]) => isThere(key)))
  const { order, hidden, widths, frozen, density } = columns
  return Object.fromEntries(
    Object.entries({
      order: order?.filter(isThere),
      hidden: hidden?.filter(isThere),
      widths: byKey(widths),
      frozen: byKey(frozen),
      density,
    }).filter(([, value]) => value !== undefined),
  )
}

/** Values that a filter still offers. */
function fitChoices(
  key: string,
  values: readonly string[],
  { choices }: Offer,
  part: GridDropped['part'],
  dropped: GridDropped[],
): string[] {
  const offered = choices.get(key)
  return values.filter((value) => offered === undefined || offered.has(value) || !drop(dropped, part, key))
}

/** Notes once what is left out. */
function drop(dropped: GridDropped[], part: GridDropped['part'], key: string): true {
  if (!dropped.some((each) => each.part === part && each.key === key)) dropped.push({ part, key })
  return true
}

function fitSort(
  sort: string | undefined,
  order: string | undefined,
  offer: Offer,
  dropped: GridDropped[],
): Pick<GridViewQuery, 'sort' | 'order'> {
  if (sort === undefined) return {}
  const orders = order?.split(',') ?? []
  const terms = [...new Set(sort.split(','))]
    .map((key, at) => ({ key, order: orders[at] ?? 'asc' }))
    .filter(({ key }) => offer.sortable.has(key) || !drop(dropped, 'sort', key))
    .slice(0, 5)
  return terms.length > 0 ? { sort: terms.map(({ key }) => key).join(), order: terms.map((each) => each.order).join() } : {}
}

/** Conditions without those that nothing answers any more, and without groups that are empty then. */
function fitWhere(text: string, offer: Offer, dropped: GridDropped[]): string {
  const fit = (node: WhereNode): WhereNode | undefined => {
    if (!isWhereGroup(node)) {
      if (!offer.operators.get(node.key)?.has(node.operator)) return void drop(dropped, 'where', node.key)
      const values = fitChoices(node.key, node.values, offer, 'where', dropped)
      return values.length > 0 || node.values.length === 0 ? { ...node, values } : undefined
    }
    const of = node.of.map(fit).filter((part) => part !== undefined)
    return of.length > 0 ? { join: node.join, of } : undefined
  }
  try {
    return printWhere((fit(parseWhere(text)) as WhereGroup | undefined) ?? { join: 'and', of: [] })
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    drop(dropped, 'where', text.slice(0, 80))
    return ''
  }
}
