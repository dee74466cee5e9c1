import { useEffect, useRef, type RefObject } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import type { GridPage } from '#renderer/grid/data/grid-cache.ts'
import { prefersReducedMotion } from '#renderer/ui/use-media.ts'
import { isEqualJson, readCell } from './rows.ts'

const markedMs = 2000

/** Highlights changed values of visible rows for a moment, without motion if the user prefers that. */
export function useMarkedChanges(list: RefObject<HTMLElement | null>, page: GridPage | undefined, isOn: boolean): void {
  const before = useRef<GridPage>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = page
    if (!isOn || !page || !was || was === page || was.key !== page.key) return
    const known = new Map(was.rows.map((row) => [row.id, row]))
    for (const row of page.rows) {
      const old = known.get(row.id)
      if (old !== undefined && old !== row) markCells(list.current, old, row)
    }
  }, [list, page, isOn])
}

function markCells(list: HTMLElement | null, old: GridRow, row: GridRow): void {
  const isStill = prefersReducedMotion()
  for (const cell of list?.querySelectorAll<HTMLElement>(`tr[data-id="${CSS.escape(String(row.id))}"] td[data-key]`) ?? []) {
    const key = cell.dataset.key ?? ''
    if (isEqualJson(readCell(old, key) ?? null, readCell(row, key) ?? null)) continue
    const mark = { backgroundColor: 'var(--pk-accent-soft)' }
    cell.animate(isStill ? [mark, mark] : [mark, mark, {}], { duration: markedMs })
  }
}
