import { useEffect, useRef, type RefObject } from 'react'

/** Keeps the focus in a list whose last row went with it: on what the list says instead. `count`: its rows, undefined while they are asked for. */
export function useEmptyFocus(list: RefObject<HTMLElement | null>, count: number | undefined) {
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = count ?? was
    if (count !== 0 || !was) return
    // The browser hands the focus to the body when what had it goes; elsewhere the user has gone by himself.
    if (document.activeElement === null || document.activeElement === document.body) list.current?.querySelector<HTMLElement>('.grid-empty')?.focus({ preventScroll: true })
  }, [list, count])
}
