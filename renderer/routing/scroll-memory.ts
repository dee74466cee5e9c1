import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()
const patienceMs = 2000

/** A new page starts at its top; going back finds the position again, as soon as the page is tall enough for it. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    const keep = () => {
      positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])
  useLayoutEffect(() => {
    const wanted = kind === 'POP' ? (positions.get(key) ?? 0) : 0
    window.scrollTo(0, wanted)
    if (wanted === 0 || window.scrollY === wanted) return undefined
    const until = Date.now() + patienceMs
    const observer = new ResizeObserver(() => {
      if (Date.now() < until && document.documentElement.scrollHeight - window.innerHeight < wanted) return
      window.scrollTo(0, wanted)
      observer.disconnect()
    })
    observer.observe(document.body)
    return () => observer.disconnect()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the path decides: a change of the query alone keeps the scroll position
  }, [pathname])
}
