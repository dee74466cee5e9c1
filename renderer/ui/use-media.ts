import { useSyncExternalStore } from 'react'

/** Narrower than the menu and the page side by side. */
export const narrowWindow = '(max-width: 767.98px)'

export const mediaMatches = (query: string): boolean => window.matchMedia(query).matches

export const prefersReducedMotion = (): boolean => mediaMatches('(prefers-reduced-motion: reduce)')

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => mediaMatches(query),
    () => false,
  )
}
