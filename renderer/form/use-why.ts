import { useCallback, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { currentSession } from '#renderer/session/session.ts'

/** The control to which an element belongs, by its frame's label; empty if it is in no field. */
function controlOf(target: EventTarget): string {
  const frame = target instanceof Element ? target.closest('.pf-field') : null
  return frame?.querySelector('[id$="-label"]')?.id.slice(0, -'-label'.length) ?? ''
}

const focusable = 'input:not([type=hidden]), textarea, select, button, a[href], [tabindex], [contenteditable=true]'

/**
 * Lets developers ask a form why a field is in its state: Alt and a click on it, or Alt+Shift+? with the focus in it.
 * `asked` is the id of its control, empty for the whole form, null for none.
 */
export function useWhy() {
  const [asked, setAsked] = useState<string | null>(null)
  /** Where the focus goes when the answer is closed. */
  const returnTo = useRef<Element | null>(null)
  const ask = useCallback((event: KeyboardEvent | PointerEvent) => {
    if (!currentSession().isDeveloper) return
    event.preventDefault()
    const target = event.target as Element
    returnTo.current =
      event.type === 'keydown' ? target : (target.closest(focusable) ?? target.closest('.pf-field')?.querySelector(focusable) ?? null)
    setAsked(controlOf(target))
  }, [])
  /** Prevents the click from reaching the control. */
  const hold = useCallback((event: MouseEvent) => {
    if (!event.altKey || event.button !== 0 || !currentSession().isDeveloper) return
    event.preventDefault()
    event.stopPropagation()
  }, [])
  return {
    asked,
    onMouseDownCapture: hold,
    onClickCapture: hold,
    close: useCallback(() => {
      setAsked(null)
      if (returnTo.current instanceof HTMLElement) returnTo.current.focus()
    }, []),
    onPointerDownCapture: useCallback(
      (event: PointerEvent) => {
        if (event.altKey && event.button === 0) ask(event)
      },
      [ask],
    ),
    onKeyDown: useCallback(
      (event: KeyboardEvent) => {
        if (event.altKey && event.shiftKey && event.code === 'Slash') ask(event)
      },
      [ask],
    ),
  }
}
