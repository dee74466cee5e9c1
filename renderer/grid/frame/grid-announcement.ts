import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridPage } from '#renderer/grid/data/grid-cache.ts'
import { isFiltered, type GridDefaults, type GridQuery, type SortKey } from '#renderer/grid/data/grid-query.ts'
import { isOpenEnded, pageRange } from '#renderer/grid/data/paging.ts'

/** Why there is no row to show: the page lies behind the last one, nothing matches, or there is nothing in the view or the list. */
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
  /** Whether the rows are those of an earlier request: what has become of this one is told beside them. */
  stale: boolean
  emptiness: Emptiness | undefined
  sort: SortKey[]
  columns: GridColumn[]
  formats: CellFormats
}

/** What those who do not see the table are told when rows have come: which, of how many, in what order. */
export function announcementOf({ busy, page, stale, emptiness, sort, columns, formats }: Announced): string {
  const { t } = formats
  if (!page || busy || stale) return page ? '' : t('grid.loading')
  const number = (value: number) => formats.number(value) ?? String(value)
  const range = pageRange(page.pagination, page.rows.length)
  if (!range) return t(emptyMessages[emptiness ?? 'list'])
  const total = number(page.pagination.total) + (isOpenEnded(page.pagination) ? '+' : '')
  const shown = t('grid.range', { from: number(range.from), to: number(range.to), total })
  const sorted = sort.flatMap((key) => {
    const title = columns.find((column) => column.key === key.field)?.title
    return title === undefined ? [] : [t(key.order === 'asc' ? 'grid.sorted_ascending' : 'grid.sorted_descending', { name: title })]
  })
  return [shown, ...sorted].join('. ')
}

/** What is told of the selection when it changes; nothing selected is told as well, for it may have gone with a filter. */
export function selectionAnnouncement(count: string | null, all: boolean, { t }: CellFormats): string {
  if (count === null) return t('grid.none_selected')
  return t(all ? 'grid.all_matching' : 'grid.selected', { count })
}
