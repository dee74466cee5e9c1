import { useEffect, useRef, type KeyboardEvent } from 'react'
import { hasMovedFrom } from '#renderer/ui/has-moved.ts'

export interface MenuEntry {
  key: string
  title: string
  danger?: boolean
  onPick: () => void
}

interface PopoverMenuProps {
  label: string
  entries: readonly MenuEntry[]
  /** The button that it belongs to; it gets the focus back, unless `returnTo` does. */
  opener: HTMLElement
  returnTo?: HTMLElement
  onClose: () => void
}

/** A menu next to a button. The browser keeps it on top and closes it on Escape or a click outside. */
export function PopoverMenu({ label, entries, opener, returnTo = opener, onClose }: PopoverMenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = menu.current
    if (!element) return
    element.showPopover()
    placeBeside(element, opener)
    opener.setAttribute('aria-expanded', 'true')
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose()
    }
    const hasMoved = hasMovedFrom(opener)
    const onScroll = () => {
      if (hasMoved()) element.hidePopover()
    }
    element.addEventListener('toggle', onToggle)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      opener.removeAttribute('aria-expanded')
      element.removeEventListener('toggle', onToggle)
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [opener, onClose])

  const close = () => {
    menu.current?.hidePopover()
    returnTo.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const last = items.length - 1
    const next: Record<string, number | undefined> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (Object.hasOwn(next, event.key)) {
      event.preventDefault()
      items[next[event.key] ?? 0]?.focus()
    } else if (event.key.length === 1 && event.key !== ' ') {
      const found = [...items.slice(at + 1), ...items].find((item) =>
        item.textContent?.trim().toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()),
      )
      found?.focus()
    }
  }

  return (
    <div ref={menu} popover="auto" role="menu" aria-label={label} className="grid-menu" onKeyDown={onKeyDown}>
      {entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-danger={entry.danger || undefined}
          onClick={() => {
            close()
            entry.onPick()
          }}
        >
          {entry.title}
        </button>
      ))}
    </div>
  )
}

/** Places a popover under its opener, with end edges aligned, inside the window. */
export function placeBeside(element: HTMLElement, opener: HTMLElement, edge: 'start' | 'end' = 'end'): void {
  const gap = 4
  const box = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const toRight = (getComputedStyle(opener).direction === 'rtl') === (edge === 'end')
  const left = toRight ? box.left : box.right - width
  const top = box.bottom + gap + height > window.innerHeight && box.top - gap - height > 0 ? box.top - gap - height : box.bottom + gap
  element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
  element.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`
}
