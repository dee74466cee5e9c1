import { useEffect, useEffectEvent } from 'react'
import { arePageKeysOn } from '#renderer/ui/shortcuts.ts'
import { pageCommand } from './table-keys.ts'

interface PageKeys {
  /** Whether the list is the main content of its page. */
  isPage: boolean
  onSearch: () => void
  /** Focuses the first or last line; whether there is any. */
  onEnter: (end: 'first' | 'last') => boolean
}

/** Elements that handle keys themselves. */
const takesKeys = 'table, dialog, [popover], [role=dialog], [role=menu], [role=listbox], [role=tree], [role=grid], [role=combobox]'

/** Whether nothing has the focus, or something that hears no more than Enter and Space. */
const isFree = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches('a, button') && target.closest(takesKeys) === null)

/** Keys that lead into the list of a page while nothing else handles them and no dialog is open. */
export function usePageKeys({ isPage, onSearch, onEnter }: PageKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isFree(event.target) && !event.defaultPrevented && arePageKeysOn() ? pageCommand(event) : null
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
