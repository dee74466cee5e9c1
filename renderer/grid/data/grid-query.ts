import { parseWhere, printWhere } from '#schemas/rules/conditions/where.ts'

/** The state of a grid in its URL: bare keys, defaults left out. */
export interface SortKey {
  field: string
  order: 'asc' | 'desc'
}

export interface GridQuery {
  page: number
  /** Rows a page; null for the grid's own. */
  pageSize: number | null
  /** Null for the grid's own order. */
  sort: SortKey[] | null
  /** Null for the first tab. */
  tab: string | null
  q: string
  /** Raw values by filter key, as they travel. */
  filters: Record<string, string>
  /** Conditions that bare keys cannot say, as `parseWhere` reads them. */
  where: string
  /** The saved view that it began with; null for none. */
  view: number | null
  /** The record that is shown next to the list. */
  record?: string
}

/** A part of an address that was left out: its key, or the condition in `where`, and its text. */
export interface DroppedPart {
  key: string
  value: string
}

/** Default values; the order is the specification's until the grid's own is known. */
export interface GridDefaults {
  sort: SortKey[]
  firstTab: string | null
  pageSize: number | null
  /** The view that a plain address begins with. */
  view: number | null
}

/** @source specification, grid: sorted by `created_at` descending, page 1, by default. */
export const initialDefaults: GridDefaults = { sort: [{ field: 'created_at', order: 'desc' }], firstTab: null, pageSize: null, view: null }

export const emptyQuery: GridQuery = { page: 1, pageSize: null, sort: null, tab: null, q: '', filters: {}, where: '', view: null }

/** Keys of the URL that are not filters. */
export const reservedKeys: ReadonlySet<string> = new Set([
  'page',
  'page_size',
  'sort',
  'order',
  'tab',
  'q',
  'where',
  'view',
  'record',
  'defaults',
])

/** Value of `view` for a list that should not begin with its default view. */
const plainView = 'none'

const maxPageSize = 1000
/** Columns that rows may be in order of at once. */
export const maxSortKeys = 5
const fieldPattern = /^[A-Za-z_][A-Za-z0-9_.]*$/

function parseCount(text: string | null, max: number): number | null | undefined {
  if (text === null || text === '') return null
  if (!/^[0-9]{1,9}$/.test(text)) return undefined
  const count = Number(text)
  return count >= 1 && count <= max ? count : undefined
}

/** Reads `sort=a,b` and `order=asc,desc`; undefined when they do not belong together. A missing order is ascending. */
export function parseSort(sort: string | null, order: string | null): SortKey[] | null | undefined {
  if (!sort) return order ? undefined : null
  const fields = sort.split(',')
  const orders = order ? order.split(',') : fields.map(() => 'asc')
  if (orders.length !== fields.length || new Set(fields).size !== fields.length || fields.length > maxSortKeys) return undefined
  const keys: SortKey[] = []
  for (const [index, field] of fields.entries()) {
    const direction = orders[index]
    if (!fieldPattern.test(field) || (direction !== 'asc' && direction !== 'desc')) return undefined
    keys.push({ field, order: direction })
  }
  return keys
}

/** Whether a text is conditions within their limits. */
export const isReadableWhere = (where: string): boolean => {
  try {
    parseWhere(where)
    return true
  } catch {
    return false
  }
}

/** The readable conditions, and those that are unknown; null if the text cannot be split into conditions. */
function readableWhere(text: string): { where: string; unknown: DroppedPart[] } | null {
  const unknown: DroppedPart[] = []
  try {
    const root = parseWhere(text, ({ key, written }) => unknown.push({ key, value: written }))
    return { where: unknown.length > 0 ? printWhere(root) : text, unknown }
  } catch {
    return null
  }
}

/** The first valid value of each key that occurs several times. */
function onceEach(search: URLSearchParams): { once: URLSearchParams; repeated: string[] } {
  const max: Record<string, number> = { page: 1e9, page_size: maxPageSize }
  const canBeMeant = (key: string, value: string) =>
    Object.hasOwn(max, key) ? typeof parseCount(value, max[key]!) === 'number' : value !== ''
  const keys = [...new Set(search.keys())]
  const once = new URLSearchParams(keys.map((key) => [key, search.getAll(key).find((value) => canBeMeant(key, value)) ?? search.get(key)!]))
  return { once, repeated: keys.filter((key) => search.getAll(key).length > 1) }
}

/**
 * Reads the query of a URL. `dropped` lists what was left out: an invalid value (its default applies), or all but the
 * first of several. `kept` is the query without these parts.
 */
export function parseGridQuery(given: URLSearchParams): { query: GridQuery; dropped: DroppedPart[]; kept: URLSearchParams } {
  const { once: search, repeated } = onceEach(given)
  const dropped: string[] = []
  const page = parseCount(search.get('page'), 1e9)
  const pageSize = parseCount(search.get('page_size'), maxPageSize)
  const sort = parseSort(search.get('sort'), search.get('order'))
  if (page === undefined) dropped.push('page')
  if (pageSize === undefined) dropped.push('page_size')
  if (sort === undefined) dropped.push(...['sort', 'order'].filter((key) => search.has(key)))
  const readable = readableWhere(search.get('where') ?? '')
  if (!readable) dropped.push('where')
  const { where, unknown } = readable ?? { where: '', unknown: [] }
  const view = search.get('view') === plainView ? null : parseCount(search.get('view'), 1e9)
  if (view === undefined) dropped.push('view')
  const otherParams = new URLSearchParams(search)
  for (const key of dropped) otherParams.delete(key)
  if (unknown.length > 0 && where === '') otherParams.delete('where')
  else if (unknown.length > 0) otherParams.set('where', where)
  const filters: [string, string][] = []
  for (const [key, value] of search) if (!reservedKeys.has(key) && value !== '') filters.push([key, value])
  return {
    query: {
      page: page ?? 1,
      pageSize: pageSize ?? null,
      sort: sort ?? null,
      tab: search.get('tab') || null,
      q: search.get('q') ?? '',
      filters: Object.fromEntries(filters),
      where,
      view: view ?? null,
      ...(search.get('record') && { record: search.get('record')! }),
    },
    dropped: [
      ...[...new Set([...dropped, ...repeated])].map((key) => ({
        key,
        value: given.getAll(key).find((value) => dropped.includes(key) || value !== search.get(key)) ?? '',
      })),
      ...unknown,
    ],
    kept: otherParams,
  }
}

export const isSameSort = (a: SortKey[], b: SortKey[]): boolean =>
  a.length === b.length && a.every((key, index) => key.field === b[index]?.field && key.order === b[index]?.order)

const formatSort = (keys: SortKey[]) => ({ sort: keys.map((key) => key.field).join(','), order: keys.map((key) => key.order).join(',') })

/** Writes the query of a URL. Defaults are left out, so that a plain grid has a plain address, unless the list begins with a view. */
export function formatGridQuery(query: GridQuery, defaults: GridDefaults = initialDefaults): URLSearchParams {
  const search = new URLSearchParams()
  if (query.tab !== null && query.tab !== defaults.firstTab) search.set('tab', query.tab)
  if (query.q !== '') search.set('q', query.q)
  for (const [key, value] of Object.entries(query.filters)) if (value !== '' && !reservedKeys.has(key)) search.set(key, value)
  if (query.where !== '') search.set('where', query.where)
  if (query.sort && query.sort.length > 0 && !isSameSort(query.sort, defaults.sort)) {
    const { sort, order } = formatSort(query.sort)
    search.set('sort', sort)
    search.set('order', order)
  }
  if (query.pageSize !== null && query.pageSize !== defaults.pageSize) search.set('page_size', String(query.pageSize))
  if (query.page !== 1) search.set('page', String(query.page))
  if (query.record !== undefined) search.set('record', query.record)
  if (query.view !== null) search.set('view', String(query.view))
  else if (search.size === 0 && defaults.view !== null) search.set('view', plainView)
  return search
}

/** A query in its most readable form: the characters of lists, ranges and conditions are not escaped. */
export const printSearch = (search: URLSearchParams): string => search.toString().replace(/%(2C|28|29|3A)/g, decodeURIComponent)

/**
 * Parameters of the call: page, sort and order always, others if they are set. `defaults=1` says that the user chose no
 * order, so that the grid's own applies; the request stays the same when that order becomes known.
 */
export function formatGridRequest(query: GridQuery): Record<string, string | number> {
  const keys = query.sort && query.sort.length > 0 ? query.sort : initialDefaults.sort
  return {
    ...Object.fromEntries(Object.entries(query.filters).filter(([key]) => !reservedKeys.has(key))),
    page: query.page,
    ...formatSort(keys),
    ...(query.sort && query.sort.length > 0 ? {} : { defaults: 1 }),
    ...(query.pageSize === null ? {} : { page_size: query.pageSize }),
    ...(query.tab === null ? {} : { tab: query.tab }),
    ...(query.q === '' ? {} : { q: query.q }),
    ...(query.where === '' ? {} : { where: query.where }),
  }
}

/** Applies a change; whatever changes which rows there are leads back to the first page. */
export function changeGridQuery(query: GridQuery, change: Partial<GridQuery>): GridQuery {
  return { ...query, page: 1, ...change }
}

/** Takes keys out of the query. */
export function dropKeys(query: GridQuery, keys: string[]): GridQuery {
  const refused = new Set(keys)
  return {
    page: refused.has('page') ? 1 : query.page,
    pageSize: refused.has('page_size') ? null : query.pageSize,
    sort: refused.has('sort') || refused.has('order') ? null : query.sort,
    tab: refused.has('tab') ? null : query.tab,
    q: refused.has('q') ? '' : query.q,
    where: refused.has('where') ? '' : query.where,
    view: query.view,
    ...(query.record !== undefined && { record: query.record }),
    filters: Object.fromEntries(Object.entries(query.filters).filter(([key]) => !refused.has(key))),
  }
}

/**
 * The order after a click on a column: ascending, descending, then the grid's own again.
 * With `add` (shift) the column joins the present order, at most five columns in all.
 */
export function nextSort(current: SortKey[], field: string, add: boolean): SortKey[] | null {
  const present = current.find((key) => key.field === field)
  const others = add ? current.filter((key) => key.field !== field) : []
  if (!present) return [...others.slice(1 - maxSortKeys), { field, order: 'asc' }]
  if (present.order === 'asc')
    return add ? current.map((key) => (key.field === field ? { field, order: 'desc' } : key)) : [{ field, order: 'desc' }]
  return others.length > 0 ? others : null
}

/** Whether a key of the URL is set in the query. */
export function holdsKey(query: GridQuery, key: string): boolean {
  const own: Record<string, boolean> = {
    page: query.page !== 1,
    page_size: query.pageSize !== null,
    sort: query.sort !== null,
    order: query.sort !== null,
    tab: query.tab !== null,
    q: query.q !== '',
    where: query.where !== '',
  }
  return Object.hasOwn(own, key) ? own[key] === true : Object.hasOwn(query.filters, key)
}

/** Whether the query shows only some of the grid's rows. */
export const isNarrowed = (query: GridQuery): boolean => query.tab !== null || isFiltered(query)

/** Whether a search or filters are set. */
export const isFiltered = (query: GridQuery): boolean => query.q !== '' || query.where !== '' || Object.keys(query.filters).length > 0
