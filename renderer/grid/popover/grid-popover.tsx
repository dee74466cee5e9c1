import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { placeBeside } from './popover-menu.tsx'
import '#renderer/grid/filter/filter.css'

interface GridPopoverProps {
  label: string
  /** The button next to which it is placed; it gets the focus when the popover closes. */
  opener: HTMLElement
  /** Key of its content: when it changes, the popover is placed again and its first field gets the focus. */
  drawn?: string
  className?: string
  /** Edge of the opener that it is in line with. */
  edge?: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}

/** A small dialog next to a button, on phones a sheet at the bottom. Escape or a click outside closes it. */
export function GridPopover({ label, opener, drawn = '', className = '', edge = 'start', onClose, children }: GridPopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const closed = useEffectEvent(onClose)
  useEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      closed()
      if (element.contains(document.activeElement) || document.activeElement === document.body) opener.focus({ preventScroll: true })
    }
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [opener])
  useEffect(() => {
    if (!panel.current) return
    placeBeside(panel.current, opener, edge)
    const fields = ':is(input, [aria-pressed=true], button):not(.grid-operator, .grid-quick > [aria-pressed=false])'
    const first = panel.current.querySelector<HTMLElement>(`:is(input:checked, ${fields})`) ?? panel.current
    first.focus({ preventScroll: true })
  }, [drawn, opener, edge])
  return (
    <div ref={panel} popover="auto" role="dialog" aria-label={label} tabIndex={-1} className={`grid-popover ${className}`.trim()}>
      {children}
    </div>
  )
}
