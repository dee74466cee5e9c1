import type { GridColumn, GridGrid } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridPage } from '#renderer/grid/data/grid-cache.ts'
import { isFiltered, type GridDefaults, type GridQuery, type SortKey } from '#renderer/grid/data/grid-query.ts'
import { isOpenEnded, pageRange } from '#renderer/grid/data/paging.ts'

/** Why there are no rows: the page is beyond the last one, nothing matches, or the tab or the list is empty. */
export type Emptiness = 'page' | 'matches' | 'tab' | 'list'

/** Why a page without rows has none. */
export function emptinessOf(query: GridQuery, { pagination }: GridPage, { firstTab }: GridDefaults): Emptiness {
  if (query.page > 1 && pagination.total > 0) return 'page'
  if (isFiltered(query)) return 'matches'
  return query.tab !== null && query.tab !== firstTab ? 'tab' : 'list'
}

const emptyMessages: Record<Emptiness, string> = {
  page: 'grid.empty_page',
  matches: 'grid.no_matches',
  tab: 'grid.empty_tab',
  list: 'grid.empty',
}

interface Announced {
  busy: boolean
  page: GridPage | undefined
  /** Whether the rows are those of an earlier request; the failure of the current one is announced separately. */
  stale: boolean
  emptiness: Emptiness | undefined
  /** The grid's own words for a list without rows. */
  empty: GridGrid['empty']
  sort: SortKey[]
  columns: GridColumn[]
  formats: CellFormats
}

/** Announcement for screen readers when rows have loaded: which rows, of how many, in what order. */
export function announcementOf({ busy, page, stale, emptiness = 'list', empty, sort, columns, formats }: Announced): string {
  const { t } = formats
  if (!page || busy || stale) return page ? '' : t('grid.loading')
  const number = (value: number) => formats.number(value) ?? String(value)
  const range = pageRange(page.pagination, page.rows.length)
  if (!range) return { page: '', matches: empty?.unmatched, tab: '', list: empty?.title }[emptiness] || t(emptyMessages[emptiness])
  const total = number(page.pagination.total) + (isOpenEnded(page.pagination) ? '+' : '')
  const shown = t('grid.range', { from: number(range.from), to: number(range.to), total })
  const sorted = sort.flatMap((key) => {
    const title = columns.find((column) => column.key === key.field)?.title
    return title === undefined ? [] : [t(key.order === 'asc' ? 'grid.sorted_ascending' : 'grid.sorted_descending', { name: title })]
  })
  return [shown, ...sorted].join('. ')
}

/** Announcement when the selection changes. An empty selection is announced too, since a filter may have cleared it. */
export function selectionAnnouncement(count: string | null, all: boolean, { t }: CellFormats): string {
  if (count === null) return t('grid.none_selected')
  return t(all ? 'grid.all_matching' : 'grid.selected', { count })
}
