import { hasTexts, readActions, readList, readModals, readText, unknownValue, wrongType, type CheckEntry, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  GridAnswer,
  GridColumn,
  GridFilter,
  GridGrid,
  GridGroup,
  GridPagination,
  GridPreferences,
  GridSummary,
  GridTab,
  GridView,
  GridViews,
  GridShortened,
} from '#schemas/types/contract.d.ts'
import { initialDefaults, parseSort, type GridDefaults } from './grid-query.ts'

/** Metadata of a grid, and the parts that were left out. */
export interface ReadGrid extends GridAnswer {
  problems: DocumentProblem[]
  /** The publication that it was made of. */
  publication?: number
}

/** `parts` that request everything: rows with the fields that the grid uses, and all metadata. */
export const allParts = 'cells,summary,tabs,grid,views'

/** A grid updated with parts that were requested without it: the summary, the counts of tabs, the saved views and preferences. */
export function withParts(known: ReadGrid, { summary, tabs, views, preferences }: Record<string, unknown>): ReadGrid {
  const counts = new Map(
    (Array.isArray(tabs) ? tabs : [])
      .filter(isRecord)
      .map(({ key, count, count_is_exact, title }) => [
        key,
        { count, count_is_exact, ...(typeof title === 'string' && { title }) } as Partial<GridTab>,
      ]),
  )
  return {
    ...known,
    ...(isRecord(summary) && { summary: summary as unknown as GridSummary }),
    ...(views !== undefined && { views: readViews(views) }),
    ...readPreferences(preferences),
    ...(counts.size > 0 && { grid: { ...known.grid, tabs: known.grid.tabs?.map((tab) => ({ ...tab, ...counts.get(tab.key) })) } }),
  }
}

/** Groups of a page that continue beyond it; invalid ones are left out. */
export const readGroups = (value: unknown): GridGroup[] =>
  (Array.isArray(value) ? value : []).filter(
    (group): group is GridGroup =>
      isRecord(group) && (typeof group.id === 'number' || typeof group.id === 'string') && isCount(group.count, 0),
  )

export const readShortened = (value: unknown): GridShortened[] =>
  (Array.isArray(value) ? value : []).filter(
    (part): part is GridShortened => isRecord(part) && typeof part.key === 'string' && typeof part.text === 'string',
  )

const filterKinds: readonly GridFilter['kind'][] = ['text', 'select', 'remote-select', 'boolean', 'date-range', 'number-range']

/**
 * Reads a grid's metadata tolerantly: missing parts become empty, invalid ones are left out and reported. Null if there
 * is no grid in it.
 */
export function readGridAnswer(metadata: Record<string, unknown>): ReadGrid | null {
  const { grid } = metadata
  if (!isRecord(grid)) return null
  const problems: DocumentProblem[] = []
  const at = (key: string) => `/metadata/grid/${key}`
  const pageSizes = readList<number>(
    grid.page_sizes,
    at('page_sizes'),
    (size, here) => (isCount(size, 1) ? null : wrongType(here, 'number', size)),
    problems,
  )
  return {
    breadcrumbs: readList(metadata.breadcrumbs, '/metadata/breadcrumbs', hasTexts('title'), problems),
    page_title: readText(metadata.page_title, '/metadata/page_title', problems) ?? '',
    pagination: readPagination(metadata.pagination),
    modals: readModals(metadata.modals, '/metadata/modals', problems),
    problems,
    ...(typeof metadata.publication === 'number' && { publication: metadata.publication }),
    ...readPreferences(metadata.preferences),
    ...(isRecord(metadata.summary) && { summary: metadata.summary as unknown as GridSummary }),
    views: readViews(metadata.views),
    grid: {
      ...grid,
      name: String(grid.name ?? ''),
      columns: readList<GridColumn>(grid.columns ?? null, at('columns'), checkColumn(), problems).map((column) => ({
        ...column,
        title: String(column.title ?? column.key),
        cell: String(column.cell ?? 'text'),
      })),
      search_fields: readList<string>(
        grid.search_fields,
        at('search_fields'),
        (title, here) => (typeof title === 'string' ? null : wrongType(here, 'string', title)),
        problems,
      ),
      filters: readList<GridFilter>(grid.filters, at('filters'), checkFilter, problems),
      tabs: readList<GridTab>(grid.tabs, at('tabs'), checkTitled, problems),
      toolbar: readActions(grid.toolbar, at('toolbar'), problems),
      row: readActions(grid.row, at('row'), problems),
      bulk: readActions(grid.bulk, at('bulk'), problems),
      group_by:
        isRecord(grid.group_by) && typeof grid.group_by.key === 'string'
          ? {
              ...grid.group_by,
              key: grid.group_by.key,
              title: String(grid.group_by.title ?? grid.group_by.key),
              cell: String(grid.group_by.cell ?? 'text'),
            }
          : undefined,
      refresh_every: isCount(grid.refresh_every, 1) ? grid.refresh_every : undefined,
      reorder: typeof grid.reorder === 'string' ? grid.reorder : undefined,
      reorder_call: typeof grid.reorder_call === 'string' ? grid.reorder_call : undefined,
      reorder_method: grid.reorder_method === 'PUT' ? 'PUT' : undefined,
      quick_view: readQuickView(grid.quick_view, at('quick_view'), problems),
      edit: readEdit(grid.edit, at('edit'), problems),
      page_sizes: pageSizes.length > 0 ? pageSizes : undefined,
      empty: readEmpty(grid.empty, at('empty'), problems),
    },
  }
}

const hasKey = hasTexts('key')

const checkTitled: CheckEntry = (entry, pointer) =>
  hasKey(entry, pointer) ??
  (isRecord(entry) && entry.title !== undefined && typeof entry.title !== 'string'
    ? wrongType(`${pointer}/title`, 'string', entry.title)
    : null)

const checkFilter: CheckEntry = (entry, pointer) =>
  checkTitled(entry, pointer) ??
  (isRecord(entry) && entry.kind !== undefined && !filterKinds.some((kind) => kind === entry.kind)
    ? unknownValue(`${pointer}/kind`, entry.kind, filterKinds)
    : null)

/** A key that comes a second time would have two columns share one place. */
function checkColumn(): CheckEntry {
  const seen = new Set<unknown>()
  return (entry, pointer) => {
    const problem = hasKey(entry, pointer)
    if (problem || !isRecord(entry)) return problem
    if (seen.has(entry.key)) return { pointer: `${pointer}/key`, key: 'blocks.twice', values: { value: String(entry.key) } }
    seen.add(entry.key)
    return isRecord(entry.title) || Array.isArray(entry.title) ? wrongType(`${pointer}/title`, 'string', entry.title) : null
  }
}

const readPreferences = (value: unknown): Pick<ReadGrid, 'preferences'> =>
  isRecord(value) && isRecord(value.columns) ? { preferences: value as unknown as GridPreferences } : {}

/** Saved views; none if the server does not store views. */
function readViews(value: unknown): GridViews | undefined {
  if (!isRecord(value) || !Array.isArray(value.items)) return undefined
  const items = value.items.filter(
    (view): view is GridView =>
      isRecord(view) && typeof view.id === 'number' && typeof view.name === 'string' && isRecord(view.query) && isRecord(view.columns),
  )
  return {
    items,
    default: items.some((view) => view.id === value.default) ? (value.default as number) : null,
    can_share: value.can_share === true,
  }
}

/** How a record is shown next to the list; invalid fields are left out. */
function readQuickView(value: unknown, pointer: string, problems: DocumentProblem[]): GridGrid['quick_view'] {
  if (!isRecord(value) || typeof value.model !== 'string') return undefined
  const fields = readList<GridColumn>(value.fields, `${pointer}/fields`, checkColumn(), problems).map((column) => ({
    ...column,
    title: String(column.title ?? column.key),
    cell: String(column.cell ?? 'text'),
  }))
  return {
    model: value.model,
    fields,
    ...(typeof value.display === 'string' && { display: value.display }),
    ...(typeof value.screen === 'string' && { screen: value.screen }),
    ...(value.timeline === true && { timeline: true }),
  }
}

/** How cells are edited; without a valid form there is no editing at all. */
function readEdit(value: unknown, pointer: string, problems: DocumentProblem[]): GridGrid['edit'] {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value) || !isRecord(value.form) || !isRecord(value.form.schema) || typeof value.model !== 'string') {
    problems.push(wrongType(isRecord(value) ? `${pointer}/form` : pointer, 'object', isRecord(value) ? value.form : value))
    return undefined
  }
  return {
    ...value,
    model: value.model,
    save: value.save === 'together' ? 'together' : 'immediate',
    form: { ...value.form, schema: value.form.schema },
  } as GridGrid['edit']
}

function readEmpty(value: unknown, pointer: string, problems: DocumentProblem[]): GridGrid['empty'] {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) {
    problems.push(wrongType(pointer, 'object', value))
    return undefined
  }
  const [action] = value.action === undefined ? [] : readActions([value.action], `${pointer}/action`, problems)
  const text = (key: 'title' | 'text' | 'unmatched') => readText(value[key], `${pointer}/${key}`, problems)
  return { title: text('title'), text: text('text'), unmatched: text('unmatched'), action }
}

const isCount = (value: unknown, least: number): value is number => typeof value === 'number' && Number.isInteger(value) && value >= least

/** The position of the rows in the list; impossible numbers are replaced and reported. */
export function readPagination(value: unknown, problems: DocumentProblem[] = []): GridPagination {
  const pagination = isRecord(value) ? value : {}
  const count = (key: 'page' | 'page_size' | 'total', least: number, otherwise: number): number => {
    const given = pagination[key]
    if (isCount(given, least)) return given
    problems.push(wrongType(`/metadata/pagination/${key}`, 'number', given))
    return otherwise
  }
  return {
    page: count('page', 1, 1),
    page_size: count('page_size', 1, 15),
    total: count('total', 0, 0),
    total_is_exact: pagination.total_is_exact !== false,
  }
}

/** The order of the open tab (null for the first one), else the grid's own, and the first tab, once they are known. */
export function defaultsOf(answer: GridAnswer | undefined, tab: string | null = null): GridDefaults {
  if (!answer) return initialDefaults
  const { tabs = [], default_page_size: pageSize } = answer.grid
  const open = tab === null ? tabs[0] : tabs.find(({ key }) => key === tab)
  const { default_sort: sort, default_order: order } = typeof open?.default_sort === 'string' ? open : answer.grid
  const own = typeof sort === 'string' ? parseSort(sort, typeof order === 'string' ? order : null) : null
  return {
    sort: own ?? initialDefaults.sort,
    firstTab: tabs[0]?.key ?? null,
    pageSize: typeof pageSize === 'number' ? pageSize : null,
    view: answer.views?.default ?? null,
  }
}
