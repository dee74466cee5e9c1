import type { GridPagination } from '#schemas/types/contract.d.ts'

/** Number of pages that are known to be there; at least one. */
export function countPages(pagination: GridPagination): number {
  return Math.max(1, Math.ceil(pagination.total / Math.max(1, pagination.page_size)))
}

/** Whether the total is only a lower bound (`10,000+`). */
export const isOpenEnded = (pagination: GridPagination): boolean => pagination.total_is_exact === false

/** Whether a next page can be requested. If the total is not exact, a full page suggests that there is another. */
export function hasNextPage(pagination: GridPagination, shownRows: number): boolean {
  if (pagination.page < countPages(pagination)) return true
  return isOpenEnded(pagination) && shownRows >= pagination.page_size
}

/** First and last row of the page, counted from 1; null when there is none. */
export function pageRange(pagination: GridPagination, shownRows: number): { from: number; to: number } | null {
  if (shownRows === 0) return null
  const from = (pagination.page - 1) * pagination.page_size + 1
  return { from, to: from + shownRows - 1 }
}

/** Current position of the pager. */
export interface PagerPlace {
  page: number
  /** Pages that are known to be there. */
  pages: number
  /** Whether the total is unknown. */
  open?: boolean
  /** Whether a next page can be requested. */
  more?: boolean
}

/**
 * Page numbers to offer: the first, the last, the current one and its neighbours; `gap` for those between. If the last
 * page is unknown, the current page and its neighbours, followed by a gap; for a page beyond the end, the last ones.
 */
export function pageNumbers({ page, pages, open = false, more = false }: PagerPlace): (number | 'gap')[] {
  const end = open ? Math.max(page, Math.min(pages, page <= 3 ? 4 : page + 1)) : pages
  const at = Math.min(page, end)
  const wanted = new Set([1, at - 1, at, at + 1, end])
  if (at <= 3) for (const near of [2, 3, 4]) wanted.add(near)
  if (!open && at >= end - 2) for (const near of [end - 3, end - 2, end - 1]) wanted.add(near)
  const numbers = [...wanted].filter((number) => number >= 1 && number <= end).sort((a, b) => a - b)
  const out: (number | 'gap')[] = []
  for (const number of numbers) {
    const previous = out.at(-1)
    if (typeof previous === 'number' && number - previous === 2) out.push(number - 1)
    else if (typeof previous === 'number' && number - previous > 2) out.push('gap')
    out.push(number)
  }
  if (open && (more || end < pages)) out.push('gap')
  return out
}
