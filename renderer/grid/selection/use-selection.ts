import { useMemo, useState } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { selectRange } from '#renderer/grid/rows/rows.ts'

type Id = GridRow['id']

export interface SelectionState {
  ids: ReadonlySet<Id>
  /** The selected rows as they were last seen, those of other pages too. */
  rows: GridRow[]
  /** Whether everything is selected that the list matches, on whatever page; `ids` and `rows` are those that were seen then. */
  all: boolean
  select: (id: Id, on: boolean, range: boolean) => void
  /** Extends the selection from one row to the next; moving back deselects the first one. */
  extend: (from: Id, to: Id) => void
  selectAll: (on: boolean) => void
  selectMatching: () => void
  /** Selects these and no others, of those that were seen, for as long as the page that shows them still does when it is read again. */
  only: (ids: readonly Id[]) => void
  clear: () => void
}

interface Selected {
  listKey: string
  rows: ReadonlyMap<Id, GridRow>
  anchor: Id | null
  all: boolean
  /** Rows that something was tried with, as their page showed them then: one that leaves it is in the list no more. */
  tried?: { shown: GridRow[]; pageKey: string }
}

/** Selected rows. They stay selected across pages, sorting and refreshing, until the filters change. */
export function useSelection(shown: GridRow[], listKey: string, pageKey = ''): SelectionState {
  const [state, setState] = useState<Selected>({ listKey, rows: new Map(), anchor: null, all: false })
  if (state.tried && state.tried.shown !== shown)
    setState({
      ...state,
      rows: state.tried.pageKey === pageKey ? stillListed(state.rows, state.tried.shown, shown) : state.rows,
      tried: undefined,
    })
  const isCurrent = state.listKey === listKey
  const currentRows = isCurrent ? state.rows : noRows
  const all = isCurrent && state.all
  const rows = useMemo(() => {
    const fresh = new Map(shown.map((row) => [row.id, row]))
    const seen = [...currentRows].map(([id, row]) => fresh.get(id) ?? row)
    return all ? [...seen, ...shown.filter(({ id }) => !currentRows.has(id))] : seen
  }, [currentRows, shown, all])
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows])

  const set = (next: Iterable<Id>, anchor: Id | null, { all = false, tried }: Partial<Selected> = {}) => {
    const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
    setState({
      listKey,
      anchor,
      all,
      tried,
      rows: new Map([...next].flatMap((id) => (known.has(id) ? [[id, known.get(id) as GridRow] as const] : []))),
    })
  }
  return {
    ids,
    rows,
    all,
    select: (id, on, range) => set(selectRange(shown, ids, range ? state.anchor : null, id, on), id),
    extend: (from, to) => {
      const back = ids.has(from) && ids.has(to)
      set(selectRange(shown, ids, from, back ? from : to, !back), to)
    },
    selectAll: (on) => {
      const page = shown.map((row) => row.id)
      set(on ? new Set([...ids, ...page]) : [...ids].filter((id) => !page.includes(id)), null)
    },
    selectMatching: () => set(ids, null, { all: true }),
    only: (wanted) => set(wanted, null, { tried: { shown, pageKey } }),
    clear: () => set([], null),
  }
}

/** Without the rows that were on a page and are not on it any more. */
function stillListed(selected: ReadonlyMap<Id, GridRow>, before: readonly GridRow[], after: readonly GridRow[]): ReadonlyMap<Id, GridRow> {
  const remainingIds = new Set(after.map(({ id }) => id))
  const gone = new Set(before.flatMap(({ id }) => (remainingIds.has(id) ? [] : [id])))
  return new Map([...selected].filter(([id]) => !gone.has(id)))
}

const noRows: ReadonlyMap<Id, GridRow> = new Map()
