import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Popup } from '#renderer'
import { EditorIcon, type EditorIconName } from './editor-icon.tsx'
import { useFocusInside } from '#widgets/rich-text/use-focus-inside.ts'

interface ToolbarButtonProps {
  label: string
  /** Shown in the hint after the label, e.g. `Ctrl+B`. */
  keys?: string
  icon?: Exclude<EditorIconName, 'block'>
  pressed?: boolean
  expanded?: boolean
  popup?: 'menu' | 'dialog'
  disabled?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children?: ReactNode
}

/** A button that leaves the focus in the text; those that are off stay reachable and say so. */
export function ToolbarButton({ label, keys, icon, pressed, expanded, popup, disabled, onClick, ref, children }: ToolbarButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="rt-button"
      tabIndex={-1}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={pressed}
      aria-haspopup={popup}
      aria-expanded={expanded}
      aria-disabled={disabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {icon && <EditorIcon name={icon} />}
      {children}
    </button>
  )
}

export interface MenuItem {
  label: string
  icon?: Exclude<EditorIconName, 'block'>
  swatch?: string
  checked?: boolean
  className?: string
  run: () => void
}

interface ToolbarMenuProps {
  label: string
  icon?: Exclude<EditorIconName, 'block'>
  text?: string
  disabled?: boolean
  items: readonly MenuItem[]
  focusText: () => void
  mark?: ReactNode
}

/** A button with a menu under it. */
export function ToolbarMenu({ label, icon, text, disabled, items, focusText, mark }: ToolbarMenuProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <div
      className="rt-menu-place"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <ToolbarButton
        ref={anchor}
        label={text ? `${label}: ${text}` : label}
        icon={icon}
        popup="menu"
        expanded={open}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {mark}
        {text && <span className="rt-button-text">{text}</span>}
        <EditorIcon name="down" size={12} />
      </ToolbarButton>
      {open && (
        <Popup anchor={anchor}>
          <Menu
            label={label}
            items={items}
            close={close}
            pick={(item) => {
              setOpen(false)
              item.run()
              focusText()
            }}
          />
        </Popup>
      )}
    </div>
  )
}

function Menu({
  label,
  items,
  close,
  pick,
}: {
  label: string
  items: readonly MenuItem[]
  close: () => void
  pick: (item: MenuItem) => void
}) {
  const menu = useFocusInside<HTMLDivElement>('[aria-checked=true]', 'button')

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (to === undefined) return
    else all[(to + all.length) % all.length]?.focus()
    event.preventDefault()
  }

  return (
    <div role="menu" aria-label={label} className="rt-menu" onKeyDown={move} ref={menu}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          tabIndex={-1}
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          className={item.className}
          onClick={() => pick(item)}
        >
          {item.icon && <EditorIcon name={item.icon} size={16} />}
          {item.swatch !== undefined && <span className="rt-swatch" style={{ background: item.swatch }} />}
          {item.label}
        </button>
      ))}
    </div>
  )
}
