import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hasMovedFrom } from './has-moved.ts'
import { Icon } from './icon.tsx'

export interface MenuEntry {
  key: string
  label: string
  icon?: string | null
  danger?: boolean
  disabled?: boolean
  /** Drawn as chosen among its neighbours. */
  checked?: boolean
  lang?: string
  /** A line above this entry. */
  divided?: boolean
  /** With an address the entry is a link that opens in its own tab on demand. */
  href?: string
  run: () => void
}

interface MenuButtonProps {
  label: string
  entries: readonly MenuEntry[]
  children: ReactNode
  className?: string
  /** Shown as the button's own text; else the label is its accessible name. */
  labelled?: boolean
  align?: 'start' | 'end'
  disabled?: boolean
}

const gapPx = 4

/** A button with a menu (WAI-ARIA menu button): arrows, Home, End, first letters, Escape; drawn in the top layer. */
export function MenuButton({
  label,
  entries,
  children,
  className = 'pk-button',
  labelled = false,
  align = 'end',
  disabled,
}: MenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? [])]
  const show = (focus: 'first' | 'last') => {
    if (!menu.current || !button.current) return
    flushSync(() => setOpen(true))
    if (!menu.current.matches(':popover-open')) menu.current.showPopover()
    place(menu.current, button.current, align)
    const all = items()
    ;(focus === 'first' ? all[0] : all.at(-1))?.focus()
  }
  const hide = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
    setOpen(false)
  }
  useEffect(() => {
    if (!open || !button.current) return undefined
    const hasMoved = hasMovedFrom(button.current)
    const outside = (event: Event) => {
      if (event.target instanceof Node && (menu.current?.contains(event.target) || button.current?.contains(event.target))) return
      if (event.type === 'scroll' && !hasMoved()) return
      if (menu.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
      menu.current?.hidePopover()
      setOpen(false)
    }
    const events = ['pointerdown', 'focusin', 'scroll', 'resize'] as const
    for (const name of events) window.addEventListener(name, outside, true)
    return () => {
      for (const name of events) window.removeEventListener(name, outside, true)
    }
  }, [open])
  const onMenuKey = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    if (to !== undefined) all[to]?.focus()
    else if (event.key === 'Tab') {
      hide()
      return
    } else if (event.key === 'Escape') {
      hide()
      button.current?.focus()
    } else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLocaleLowerCase()
      const found = [...all.slice(at + 1), ...all].find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))
      if (!found) return
      found.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const choose = (entry: MenuEntry) => {
    if (entry.disabled) return
    hide()
    button.current?.focus()
    entry.run()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={labelled ? undefined : label}
        title={labelled ? undefined : label}
        disabled={disabled}
        onClick={() => (open ? hide() : show('first'))}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            show(event.key === 'ArrowDown' ? 'first' : 'last')
          }
        }}
      >
        {children}
      </button>
      <div ref={menu} id={id} role="menu" aria-label={label} popover="manual" className="pk-menu" onKeyDown={onMenuKey}>
        {open && entries.map((entry) => <Entry key={entry.key} entry={entry} choose={choose} />)}
      </div>
    </>
  )
}

function Entry({ entry, choose }: { entry: MenuEntry; choose: (entry: MenuEntry) => void }) {
  const shared = {
    role: entry.checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    lang: entry.lang,
    className: `pk-menu-entry${entry.danger ? ' pk-danger' : ''}${entry.divided ? ' pk-menu-divided' : ''}`,
    'aria-checked': entry.checked,
    'aria-disabled': entry.disabled || undefined,
  }
  const inside = (
    <>
      {entry.icon !== undefined && <Icon name={entry.icon} size={16} />}
      <span>{entry.label}</span>
      {entry.checked && <Icon name="check" size={16} />}
    </>
  )
  if (entry.href === undefined || entry.disabled)
    return (
      <button type="button" {...shared} onClick={() => choose(entry)}>
        {inside}
      </button>
    )
  return (
    <a
      href={entry.href}
      {...shared}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
          event.preventDefault()
          choose(entry)
        }
      }}
    >
      {inside}
    </a>
  )
}

/** Below the button (above it where there is no room), its edge at the button's, always inside the window. */
function place(menu: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const toRight = (align === 'end') === (getComputedStyle(button).direction === 'ltr')
  const left = toRight ? at.right - width : at.left
  const below = at.bottom + gapPx + height <= window.innerHeight || at.top < height + gapPx
  menu.style.left = `${Math.max(gapPx, Math.min(left, window.innerWidth - width - gapPx))}px`
  menu.style.top = `${below ? at.bottom + gapPx : at.top - height - gapPx}px`
}
