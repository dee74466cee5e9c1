import { useEffect, useRef, type RefObject } from 'react'

/**
 * Whether nothing has the focus: the browser moves it to the body when the focused element is removed. Any other element
 * was chosen by the user.
 */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Focuses the tab stop of a list: its line (the first one if that is the head), or its message if there are no lines. */
function focusList(list: HTMLElement): void {
  const stop =
    list.querySelector<HTMLElement>('.grid-empty') ??
    list.querySelector<HTMLElement>('tbody [tabindex="0"]') ??
    list.querySelector<HTMLElement>('tbody tr[data-id]')
  stop?.focus({ preventScroll: true })
}

/** Keeps the focus in a list when its last row is removed, and when rows come back. `count`: its rows, undefined while they are loading. */
export function useEmptyFocus(list: RefObject<HTMLElement | null>, count: number | undefined) {
  const before = useRef<number | undefined>(undefined)
  /** Whether the list holds the focus in place of a removed row. */
  const isHeld = useRef(false)
  useEffect(() => {
    const was = before.current
    before.current = count ?? was
    if (!list.current || was === undefined) return
    if (count === 0 && was > 0 && isFocusLost()) {
      isHeld.current = true
      focusList(list.current)
    } else if (count !== undefined && count > 0 && was === 0 && isHeld.current) {
      isHeld.current = false
      if (isFocusLost()) focusList(list.current)
    }
  }, [list, count])
}

/** Keeps the focus in a list when the bar of its selection goes with it. */
export function useSelectionFocus(list: RefObject<HTMLElement | null>, isSelected: boolean) {
  const before = useRef(isSelected)
  useEffect(() => {
    const was = before.current
    before.current = isSelected
    if (was && !isSelected && list.current && isFocusLost()) focusList(list.current)
  }, [list, isSelected])
}

/**
 * After the retry of a failed list: moves the focus to the list, or leaves it on the failure. `isSettled`: it has loaded
 * or failed again.
 */
export function useReloadFocus(list: RefObject<HTMLElement | null>, failed: RefObject<HTMLElement | null>, isSettled: boolean): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isSettled || !isAsked.current) return
    isAsked.current = false
    if (!isFocusLost()) return
    if (failed.current) failed.current.querySelector<HTMLElement>('button, a[href]')?.focus()
    else if (list.current) focusList(list.current)
  }, [list, failed, isSettled])
  return () => {
    isAsked.current = true
  }
}
