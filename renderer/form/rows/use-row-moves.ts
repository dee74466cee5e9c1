import { useCallback, useEffect, useRef } from 'react'
import type { Rows } from './use-rows.ts'

interface RowMovesOptions {
  rows: Rows
  active: { row: number; column: number }
  goTo: (row: number, column: number) => void
  remove: (index: number) => Promise<boolean>
}

/** Ways in which rows of a table leave their place; the focus goes along. */
export function useRowMoves({ rows, active, goTo, remove }: RowMovesOptions): {
  moveRow: (from: number, to: number) => void
  removeRow: () => Promise<void>
  /** The same, as one function for good. */
  moveDragged: (from: number, to: number) => void
} {
  const moveRow = (from: number, to: number): void => {
    if (from < 0 || to < 0 || to >= rows.count || from === to) return
    rows.move(from, to)
    goTo(to, active.column)
  }
  const removeRow = async (): Promise<void> => {
    if (active.row < 0 || rows.count <= rows.least) return
    const isGone = await remove(active.row)
    goTo(Math.max(0, Math.min(active.row, rows.count - (isGone ? 2 : 1))), active.column)
  }
  const latest = useRef(moveRow)
  useEffect(() => {
    latest.current = moveRow
  })
  const moveDragged = useCallback((from: number, to: number) => latest.current(from, to), [])
  return { moveRow, removeRow, moveDragged }
}
