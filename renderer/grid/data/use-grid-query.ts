import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '#renderer/ui/toast-store.ts'
import { translate } from '#renderer/locale/translate.ts'
import { clip } from '#schemas/rules/plain-text.ts'
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
 * State of a grid: in the URL, or, when it is embedded, in the component alone. `onDropped` hears what of an address was
 * not understood.
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

/** Says which parts of an address, or of the view of a name, were not understood and left out. `titleOf` names a key as the list does. */
export function tellDropped(parts: Iterable<DroppedPart>, titleOf: (key: string) => string, view?: string): void {
  const keys = [...parts].map(({ key, value }) =>
    value === '' ? titleOf(key) : translate('grid.dropped_part', { name: titleOf(key), value: clip(value, 60) }),
  )
  showToast({
    tone: 'warning',
    text: translate(view === undefined ? 'grid.dropped' : 'grid.view_dropped', {
      name: view ?? '',
      keys: keys.join(translate('grid.comma')),
    }),
  })
}
