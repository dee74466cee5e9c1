import { useEffect, useRef, type RefObject } from 'react'
import { focusFirst } from '#renderer/ui/focus-first.ts'

/**
 * What is pressed in the bar of a form may take the button away, or the bar. A focus that was there goes back to the field
 * that had it last then, and while the bar stays, to its main button.
 */
export function useFooterFocus(formId: string, isBusy: boolean): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    const note = ({ target }: Event) => {
      isHeld.current = target instanceof Node && foot.current?.contains(target) === true
      if (!isHeld.current && target instanceof HTMLElement && document.getElementById(formId)?.contains(target)) last.current = target
    }
    const release = ({ target }: Event) => {
      if (!(target instanceof Node && foot.current?.contains(target))) isHeld.current = false
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', release)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', release)
    }
  }, [formId])
  useEffect(() => {
    if (!isHeld.current || isBusy || (document.activeElement !== document.body && document.activeElement !== null)) return
    isHeld.current = false
    const main = foot.current?.querySelector<HTMLElement>('button[type=submit]:not([disabled])')
    const field = last.current?.isConnected ? last.current : null
    const form = document.getElementById(formId)
    const next = main ?? field
    if (next) next.focus({ preventScroll: true })
    else if (form) focusFirst(form)
  })
  return foot
}
