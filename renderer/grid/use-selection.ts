import { useMemo, useState } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { selectRange } from './rows.ts'

type Id = GridRow['id']

export interface SelectionState {
  ids: ReadonlySet<Id>
  /** The selected rows as they were last seen, those of other pages too. */
  rows: GridRow[]
  select: (id: Id, on: boolean, range: boolean) => void
  /** From one row to the next: both are selected; on the way back over selected ones the first is let go. */
  extend: (from: Id, to: Id) => void
  selectAll: (on: boolean) => void
  /** Leaves only these selected, of those that are. */
  keep: (ids: readonly Id[]) => void
  clear: () => void
}

/** Selected rows; they stay selected from page to page until what is listed changes. */
export function useSelection(shown: GridRow[], listKey: string): SelectionState {
  const [state, setState] = useState<{ listKey: string; rows: ReadonlyMap<Id, GridRow>; anchor: Id | null }>({ listKey, rows: new Map(), anchor: null })
  const kept = state.listKey === listKey ? state.rows : noRows
  const rows = useMemo(() => {
    const fresh = new Map(shown.map((row) => [row.id, row]))
    return [...kept].map(([id, row]) => fresh.get(id) ?? row)
  }, [kept, shown])
  const ids = useMemo(() => new Set(kept.keys()), [kept])

  const set = (next: Iterable<Id>, anchor: Id | null) => {
    const known = new Map([...rows, ...shown].map((row) => [row.id, row]))
    setState({ listKey, anchor, rows: new Map([...next].flatMap((id) => (known.has(id) ? [[id, known.get(id) as GridRow] as const] : []))) })
  }
  return {
    ids,
    rows,
    select: (id, on, range) => set(selectRange(shown, ids, range ? state.anchor : null, id, on), id),
    extend: (from, to) => {
      const back = ids.has(from) && ids.has(to)
      set(selectRange(shown, ids, from, back ? from : to, !back), to)
    },
    selectAll: (on) => {
      const page = shown.map((row) => row.id)
      set(on ? new Set([...ids, ...page]) : [...ids].filter((id) => !page.includes(id)), null)
    },
    keep: (kept) => set([...ids].filter((id) => kept.includes(id)), null),
    clear: () => set([], null),
  }
}

const noRows: ReadonlyMap<Id, GridRow> = new Map()
