import { useEffect } from 'react'
import { openKeyList } from '#renderer/dialog/modal-store.ts'
import { arePageKeysOn, isQuestionMark, isTyping } from '#renderer/ui/shortcuts.ts'

/** `?` shows the list of keys, unless it is typed somewhere, or what has the focus would lie over it. */
export function useKeyList(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        !isQuestionMark(event) ||
        !arePageKeysOn() ||
        isTyping(event.target) ||
        isTyping(document.activeElement) ||
        (event.target instanceof Element && event.target.closest('dialog, [popover]'))
      )
        return
      event.preventDefault()
      openKeyList()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
