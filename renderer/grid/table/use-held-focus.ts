import { useEffect, useRef, type RefObject } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'

export interface HeldFocus {
  id: string
  /** Part of the line that has the focus, and the cell that it is in. */
  part: string | null
  cell: number | null
}

/** Keeps the focus in the list when the focused line is redrawn or removed: on that line, otherwise on its neighbour. */
export function useHeldFocus(body: RefObject<HTMLTableSectionElement | null>, rows: readonly GridRow[] | null) {
  const held = useRef<HeldFocus | null>(null)
  const before = useRef<string[]>([])
  useEffect(() => {
    const was = held.current
    const order = before.current
    before.current = rows?.map((row) => String(row.id)) ?? order
    // The browser moves the focus to the body when the focused line is removed; any other element was chosen by the user.
    if (!was || !rows || (document.activeElement !== document.body && document.activeElement !== null)) return
    const line = (id: string | undefined) =>
      id === undefined ? null : (body.current?.querySelector<HTMLTableRowElement>(`tr[data-id="${CSS.escape(id)}"]`) ?? null)
    const focus = (element: HTMLTableRowElement | null) => {
      const cell = was.cell === null ? null : element?.cells.item(was.cell)
      const part = was.part === null ? null : (cell ?? element)?.querySelector<HTMLElement>(`[data-part="${was.part}"]`)
      ;(part ?? cell ?? element)?.focus({ preventScroll: true })
    }
    const same = line(was.id)
    focus(same ?? line(order.slice(order.indexOf(was.id) + 1).find((id) => line(id))) ?? line(String(rows.at(-1)?.id)))
  }, [body, rows])
  return held
}
