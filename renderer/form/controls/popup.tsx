import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

interface PopupProps {
  anchor: RefObject<HTMLElement | null>
  className?: string
  matchWidth?: boolean
  children: ReactNode
}

const gap = 4

/**
 * Content below (or, without room, above) its anchor, in the browser's top layer, so that tables, modals and frozen
 * columns do not clip it. In the document it is next to the anchor, so that the tab order is natural.
 */
export function Popup({ anchor, className = '', matchWidth = false, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current
    const target = anchor.current
    if (!element || !target) return
    const place = (): void => {
      const at = target.getBoundingClientRect()
      if (matchWidth) element.style.minWidth = `${at.width}px`
      element.style.maxWidth = `${window.innerWidth - 2 * gap}px`
      const below = window.innerHeight - at.bottom - 2 * gap
      const above = at.top - 2 * gap
      const over = element.scrollHeight > below && above > below
      element.style.maxHeight = `${Math.max(120, over ? above : below)}px`
      const { width, height } = element.getBoundingClientRect()
      element.style.top = `${over ? Math.max(gap, at.top - height - gap) : at.bottom + gap}px`
      const start = getComputedStyle(target).direction === 'rtl' ? at.right - width : at.left
      element.style.left = `${Math.max(gap, Math.min(start, window.innerWidth - width - gap))}px`
    }
    element.showPopover?.()
    place()
    const resized = new ResizeObserver(place)
    // It follows its anchor also where something above comes to be drawn.
    for (const one of [element, document.body]) resized.observe(one)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [anchor, matchWidth])

  return (
    <div ref={box} popover="manual" className={`pf-popup ${className}`}>
      {children}
    </div>
  )
}
