import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, { top: number; left: number }>()
const mostKept = 50

/**
 * Lets the list scroll between what stands above it and the pager, which stays in sight, and finds the place again on
 * going back. `shown` changes when other rows are shown.
 */
export function useListHeight(shown: string, embedded: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const kind = useNavigationType()

  useLayoutEffect(() => {
    const element = list.current
    if (!element || embedded) return
    const measure = () => element.style.setProperty('--grid-above', `${Math.round(element.getBoundingClientRect().top + window.scrollY)}px`)
    const observer = new ResizeObserver(measure)
    // What stands above may grow: chips wrap, the bulk bar opens.
    for (const other of [element.parentElement, document.body]) if (other) observer.observe(other)
    measure()
    return () => observer.disconnect()
  }, [embedded, shown])

  useLayoutEffect(() => {
    const element = list.current
    if (!element || embedded) return
    const kept = kind === 'POP' ? positions.get(key) : undefined
    element.scrollTop = kept?.top ?? 0
    if (kept) element.scrollLeft = kept.left
    const keep = () => {
      positions.delete(key)
      positions.set(key, { top: element.scrollTop, left: element.scrollLeft })
      if (positions.size > mostKept) positions.delete(positions.keys().next().value ?? '')
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [key, kind, embedded, shown])
  return list
}
