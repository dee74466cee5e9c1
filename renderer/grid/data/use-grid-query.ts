import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  emptyQuery,
  formatGridQuery,
  parseGridQuery,
  printSearch,
  type DroppedPart,
  type GridDefaults,
  type GridQuery,
} from './grid-query.ts'

export interface GridQueryState {
  query: GridQuery
  /** Whether the address says nothing at all. */
  isBare: boolean
  /** `replace` leaves no entry in the browser's history. */
  setQuery: (query: GridQuery, defaults: GridDefaults, options?: { replace?: boolean }) => void
}

/**
 * The state of a grid: in the URL, or, if it is embedded, in the component. `onDropped` is called with parts of an
 * address that were not understood.
 */
export function useGridQuery(embedded: boolean, onDropped: (parts: DroppedPart[]) => void): GridQueryState {
  const url = useUrlQuery(!embedded, onDropped)
  const [query, setOwn] = useState(emptyQuery)
  return embedded ? { query, isBare: false, setQuery: setOwn } : url
}

function useUrlQuery(enabled: boolean, onDropped: (parts: DroppedPart[]) => void): GridQueryState {
  const { search, pathname, hash } = useLocation()
  const navigate = useNavigate()
  const { query, dropped, kept } = useMemo(() => parseGridQuery(new URLSearchParams(search)), [search])
  const setQuery = useCallback<GridQueryState['setQuery']>(
    (next, defaults, options) => {
      const text = printSearch(formatGridQuery(next, defaults))
      void navigate({ pathname, hash, search: text === '' ? '' : `?${text}` }, { replace: options?.replace, preventScrollReset: true })
    },
    [navigate, pathname, hash],
  )

  useEffect(() => {
    if (!enabled || dropped.length === 0) return
    onDropped(dropped)
    void navigate({ pathname, hash, search: kept.size === 0 ? '' : `?${printSearch(kept)}` }, { replace: true, preventScrollReset: true })
  }, [enabled, dropped, kept, navigate, pathname, hash, onDropped])
  return { query, isBare: search === '', setQuery }
}
