import { useEffect, useEffectEvent } from 'react'
import { pageCommand } from './table-keys.ts'

interface PageKeys {
  /** Whether the list is what its page is about. */
  isPage: boolean
  onSearch: () => void
  /** Focuses the first or last line; whether there is any. */
  onEnter: (end: 'first' | 'last') => boolean
}

/** The keys that lead into the list of a page while nothing has the focus and no dialog stands over it. */
export function usePageKeys({ isPage, onSearch, onEnter }: PageKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = event.target === document.body && !event.defaultPrevented ? pageCommand(event) : null
    if (command === null || document.querySelector('[role=dialog], dialog[open]')) return
    if (command === 'search') onSearch()
    else if (!onEnter(command)) return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isPage) return undefined
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isPage])
}
