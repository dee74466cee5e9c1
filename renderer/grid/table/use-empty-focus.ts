import { useEffect, useRef, type RefObject } from 'react'

/** Whether nothing has the focus: the browser hands it to the body when what had it goes; elsewhere the user has gone by himself. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Focuses what Tab would stop at in a list: its line, the first one where that is the head, or what it says instead of lines. */
function focusList(list: HTMLElement): void {
  const stop =
    list.querySelector<HTMLElement>('.grid-empty') ??
    list.querySelector<HTMLElement>('tbody [tabindex="0"]') ??
    list.querySelector<HTMLElement>('tbody tr[data-id]')
  stop?.focus({ preventScroll: true })
}

/**
 * Keeps the focus in a list whose last row went with it, and when rows come back or those of an earlier page do. `count`:
 * its rows, undefined while they are asked for.
 */
export function useEmptyFocus(list: RefObject<HTMLElement | null>, count: number | undefined) {
  const before = useRef<number | undefined>(undefined)
  /** Whether the focus is kept here on behalf of a row that went. */
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
 * Once a list that failed was asked for again: the focus goes to it, or stays with its failure. `isSettled`: it is there,
 * or has failed again.
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
