import { useMemo, useState } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { selectRange } from './rows.ts'

type Id = GridRow['id']

export interface SelectionState {
  ids: ReadonlySet<Id>
  /** The selected rows as they were last seen, those of other pages too. */
  rows: GridRow[]
  /** Whether everything is selected that the list matches, on whatever page; `ids` and `rows` are those that were seen then. */
  all: boolean
  select: (id: Id, on: boolean, range: boolean) => void
  /** From one row to the next: both are selected; on the way back over selected ones the first is let go. */
  extend: (from: Id, to: Id) => void
  selectAll: (on: boolean) => void
  selectMatching: () => void
  /** Selects these and no others, of those that were seen. */
  only: (ids: readonly Id[]) => void
  clear: () => void
}

interface Selected { listKey: string; rows: ReadonlyMap<Id, GridRow>; anchor: Id | null; all: boolean }

/** Selected rows; they stay selected from page to page, in another order and when read again, until what is listed changes. */
export function useSelection(shown: GridRow[], listKey: string): SelectionState {
  const [state, setState] = useState<Selected>({ listKey, rows: new Map(), anchor: null, all: false })
  const isCurrent = state.listKey === listKey
  const kept = isCurrent ? state.rows : noRows
  const all = isCurrent && state.all
  const rows = useMemo(() => {
    const fresh = new Map(shown.map((row) => [row.id, row]))
    const seen = [...kept].map(([id, row]) => fresh.get(id) ?? row)
    return all ? [...seen, ...shown.filter(({ id }) => !kept.has(id))] : seen
  }, [kept, shown, all])
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows])

  const set = (next: Iterable<Id>, anchor: Id | null, all = false) => {
    const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
    setState({ listKey, anchor, all, rows: new Map([...next].flatMap((id) => (known.has(id) ? [[id, known.get(id) as GridRow] as const] : []))) })
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
    selectMatching: () => set(ids, null, true),
    only: (wanted) => set(wanted, null),
    clear: () => set([], null),
  }
}

const noRows: ReadonlyMap<Id, GridRow> = new Map()
