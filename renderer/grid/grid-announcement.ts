import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import type { GridPage } from './grid-cache.ts'
import type { SortKey } from './grid-query.ts'
import { isOpenEnded, pageRange } from './paging.ts'

interface Announced {
  busy: boolean
  page: GridPage | undefined
  sort: SortKey[]
  columns: GridColumn[]
  formats: CellFormats
}

/** What those who do not see the table are told when rows have come: which, of how many, in what order. */
export function announcementOf({ busy, page, sort, columns, formats }: Announced): string {
  const { t } = formats
  if (!page || busy) return page ? '' : t('grid.loading')
  const number = (value: number) => formats.number(value) ?? String(value)
  const range = pageRange(page.pagination, page.rows.length)
  if (!range) return t('grid.no_matches')
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
