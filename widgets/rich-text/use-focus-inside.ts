import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the first match inside once the element is visible; `autoFocus` would run while it is hidden. */
export function useFocusInside<Box extends HTMLElement>(...selectors: string[]): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const wanted = useRef(selectors)
  useEffect(() => {
    for (const selector of wanted.current) {
      const found = box.current?.querySelector<HTMLElement>(selector)
      if (found) {
        found.focus()
        return
      }
    }
  }, [])
  return box
}
