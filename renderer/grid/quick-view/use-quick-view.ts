import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { GridPage } from '#renderer/grid/data/grid-cache.ts'
import type { GridQuery } from '#renderer/grid/data/grid-query.ts'
import { countPages } from '#renderer/grid/data/paging.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'

interface QuickViewOptions {
  query: GridQuery
  /** Page whose rows are shown; undefined while those of an earlier question are. */
  page: GridPage | undefined
  rows: readonly GridRow[]
  embedded: boolean
  onChange: (query: GridQuery, replace: boolean) => void
}

/** The record in the address that is shown next to a list. Previous and next lead across pages. */
export function useQuickView({ query, page, rows, embedded, onChange }: QuickViewOptions) {
  const navigate = useNavigate()
  const { record } = query
  /** Whether Back leads to the list as it is now. */
  const isAhead = useRef(false)
  const edge = useRef<'first' | 'last' | null>(null)
  const at = record === undefined ? -1 : rows.findIndex(({ id }) => String(id) === record)
  const pages = page ? countPages(page.pagination) : 1
  const arrive = useEffectEvent(() => {
    if (record === undefined) {
      isAhead.current = false
      edge.current = null
    }
    const row = edge.current === null || !page ? undefined : edge.current === 'first' ? rows[0] : rows.at(-1)
    if (!row) return
    edge.current = null
    onChange({ ...query, record: String(row.id) }, true)
  })
  useEffect(() => arrive(), [page, record])

  const step = (by: 1 | -1): (() => void) | undefined => {
    const neighbour = at < 0 ? undefined : rows[at + by]
    if (neighbour) return () => onChange({ ...query, record: String(neighbour.id) }, true)
    const next = query.page + by
    if (at < 0 || !page || next < 1 || next > pages) return undefined
    return () => {
      if (edge.current !== null) return
      edge.current = by === 1 ? 'first' : 'last'
      isAhead.current = false
      onChange({ ...query, page: next }, true)
    }
  }
  const close = () => {
    if (isAhead.current && !embedded) void navigate(-1)
    else onChange({ ...query, record: undefined }, true)
  }
  const open = (row: GridRow) => {
    isAhead.current = true
    onChange({ ...query, record: String(row.id) }, false)
  }
  return {
    record,
    row: rows[at] as GridRow | undefined,
    open,
    close,
    previous: step(-1),
    next: step(1),
    nextId: rows[at + 1]?.id,
    place: page && at >= 0 && !rows[at]?.has_children ? (page.pagination.page - 1) * page.pagination.page_size + at + 1 : undefined,
  }
}
