import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSessionStore } from '#renderer/session/session.ts'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'
import type { PinnedPage } from './pinned-pages.ts'

const storageKey = 'pishkhan-recent'
const most = 6

interface Recent {
  user: number
  pages: PinnedPage[]
}

/** Pages that the user was on last in this browser, the latest first; none of anybody else who uses it. */
export function readRecent(user: number | undefined): PinnedPage[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Recent | null
    return stored && stored.user === user && Array.isArray(stored.pages) ? stored.pages.slice(0, most) : []
  } catch {
    return []
  }
}

/** The pages with this one in front. */
export const withRecent = (pages: readonly PinnedPage[], page: PinnedPage): PinnedPage[] =>
  [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, most)

/** Notes each page that the user opens, once it has its title; none that was refused or is not there. */
export function useRecentPages(): void {
  const { pathname } = useLocation()
  const title = usePageHeadStore((state) => (state.head.failed ? undefined : state.head.title))
  const user = useSessionStore((state) => state.auth.user?.id)
  useEffect(() => {
    if (user === undefined || !title || pathname === '/' || pathname === '/forbidden') return
    try {
      const recent: Recent = { user, pages: withRecent(readRecent(user), { title, path: pathname }) }
      localStorage.setItem(storageKey, JSON.stringify(recent))
    } catch {
      // Storage that is full or forbidden costs the list alone.
    }
  }, [user, title, pathname])
}
