import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, { top: number; left: number }>()
const mostStored = 50
/** A head and some rows. */
const leastHeightPx = 200

/**
 * Makes the list scroll between the content above it and the pager, which stays visible, and restores the scroll
 * position on going back. `shown` changes when other rows are shown.
 */
export function useListHeight(shown: string, embedded: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const kind = useNavigationType()
  const isScrolled = useRef(false)

  useLayoutEffect(() => {
    const element = list.current
    if (!element || embedded) return
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect()
      const above = Math.round(top + window.scrollY)
      // The height of the pager and the page's bottom padding, without the free room under a short list.
      element.style.marginBlockEnd = `${window.innerHeight}px`
      const below = Math.max(0, document.documentElement.scrollHeight - Math.round(bottom + window.scrollY) - window.innerHeight)
      element.style.marginBlockEnd = ''
      element.style.setProperty('--grid-around', `${above + below}px`)
      // In a low window the page scrolls, and the list goes on as far as its rows.
      element.toggleAttribute('data-whole', window.innerHeight - above - below < leastHeightPx)
    }
    // The content above may grow: chips wrap, the bulk bar opens. The observer reports before the first paint.
    const observer = new ResizeObserver(measure)
    for (const other of [element.parentElement, document.body]) if (other) observer.observe(other)
    // A place can only be found again in a list that scrolls.
    if (positions.has(key)) measure()
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [embedded, shown, key])

  useLayoutEffect(() => {
    const element = list.current
    if (!element || embedded) return
    const kept = kind === 'POP' ? positions.get(key) : undefined
    // Setting it has the browser lay the page out, also where nothing is to be done.
    if (kept || isScrolled.current) element.scrollTop = kept?.top ?? 0
    if (kept) element.scrollLeft = kept.left
    const keep = () => {
      isScrolled.current = true
      positions.delete(key)
      positions.set(key, { top: element.scrollTop, left: element.scrollLeft })
      if (positions.size > mostStored) positions.delete(positions.keys().next().value ?? '')
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [key, kind, embedded, shown])
  return list
}
