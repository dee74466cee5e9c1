import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { placeBeside } from './popover-menu.tsx'
import '#renderer/grid/filter/filter.css'

interface GridPopoverProps {
  label: string
  /** The button that it stands beside; it has the focus again when the popover is left. */
  opener: HTMLElement
  /** What is drawn in it: where that changes it is placed anew and its first field has the focus. */
  drawn?: string
  className?: string
  /** Edge of the opener that it is in line with. */
  edge?: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}

/** A small dialog beside a button, on a phone a sheet from the edge. Escape or a click elsewhere closes it. */
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
