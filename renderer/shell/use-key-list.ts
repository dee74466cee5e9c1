import { useEffect } from 'react'
import { openKeyList } from '#renderer/dialog/modal-store.ts'
import { arePageKeysOn, isQuestionMark, isTyping } from '#renderer/ui/shortcuts.ts'

/** `?` shows the list of keyboard shortcuts, except in text fields, and while the focused element would cover it. */
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
