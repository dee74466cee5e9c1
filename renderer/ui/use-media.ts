import { useSyncExternalStore } from 'react'

/** Too narrow for a table. */
export const phoneWindow = '(max-width: 600px)'

/** Narrower than the menu and the page side by side. */
export const narrowWindow = '(max-width: 767.98px)'

const lists = new Map<string, MediaQueryList>()

/** The one list of a query: making another for each look parses the query again. */
function mediaList(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds; none does where nothing is drawn. */
export const mediaMatches = (query: string): boolean => typeof window.matchMedia === 'function' && mediaList(query).matches

export const prefersReducedMotion = (): boolean => mediaMatches('(prefers-reduced-motion: reduce)')

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = mediaList(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => mediaMatches(query),
    () => false,
  )
}
