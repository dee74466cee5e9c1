import { useEffect, useRef, type KeyboardEvent } from 'react'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import { ControlWidget } from './control-field.tsx'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import { focusFirst } from '#renderer/ui/focus-first.ts'
import { formatPath, type PathList } from '#renderer/form/data/path.ts'
import type { TableColumn } from '#renderer/form/rows/table-columns.ts'
import { useControl } from './use-control.ts'

/** Where to go on from a cell that was edited. */
export type Leave = 'stay' | 'down' | 'next' | 'previous'

interface CellEditorProps {
  path: PathList
  column: TableColumn
  label: string
  leave: (to: Leave) => void
}

const typedSelector = 'input:not([type=hidden]):not([disabled]), textarea, [contenteditable=true]'

/** What Tab leads through inside a cell: what is typed into, and the buttons before it, such as that of a palette. */
function partsOf(frame: HTMLElement | null): HTMLElement[] {
  const all = [...(frame?.querySelectorAll<HTMLElement>(`${typedSelector}, button:not([disabled]):not([tabindex='-1'])`) ?? [])]
  const first = all.findIndex((part) => part.matches(typedSelector))
  return all.filter((part, at) => at < first || part.matches(typedSelector))
}

/** Whether Enter belongs to the element itself: a button that opens choices, or one of them. */
const isChooser = (target: EventTarget): boolean =>
  target instanceof HTMLButtonElement && (target.ariaHasPopup === 'dialog' || target.role === 'radio')

/** The control of one cell while it is edited. Enter and Tab commit and move on, Escape discards. */
export function CellEditor({ path, column, label, leave }: CellEditorProps) {
  const { store, idPrefix } = useFormScope()
  const key = formatPath(path)
  const control = useControl({
    schema: column.schema as object,
    uiSchema: column.uiSchema,
    fieldPathId: { $id: idAt(idPrefix, key), path: [...path] },
    name: column.name,
    required: column.required,
  })
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef(control.widgetProps.value)

  useEffect(() => {
    const box = frame.current
    const enter = (): boolean => {
      // Of several controls the one that the label names; the others are a Tab away.
      const own = box?.querySelector<HTMLElement>(`[id="${control.id}"]`)
      own?.focus()
      const found = (own !== null && document.activeElement === own) || focusFirst(box)
      if (document.activeElement instanceof HTMLInputElement && box?.contains(document.activeElement)) document.activeElement.select()
      return found
    }
    if (!box || enter()) return
    const arrival = new MutationObserver(() => {
      if (enter()) arrival.disconnect()
    })
    arrival.observe(box, { childList: true, subtree: true })
    return () => arrival.disconnect()
  }, [control.id])

  function onKeyDown(event: KeyboardEvent): void {
    // Saving commits the typed text itself.
    if (isShortcut(event, 'save')) return
    event.stopPropagation()
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      control.discard()
      store.commit(path, before.current)
      leave('stay')
    } else if (event.key === 'Enter' && !event.shiftKey && !isChooser(event.target)) {
      event.preventDefault()
      control.widgetProps.onBlur()
      leave('down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      const parts = partsOf(frame.current)
      const sibling = parts[parts.indexOf(event.target as HTMLElement) + (event.shiftKey ? -1 : 1)]
      if (sibling && parts.includes(event.target as HTMLElement)) {
        sibling.focus()
        return
      }
      control.widgetProps.onBlur()
      leave(event.shiftKey ? 'previous' : 'next')
    }
  }

  /** A control for several values handles Enter itself; with no text and no open list, or with Ctrl, Enter ends the editing. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    if (
      !column.several ||
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      !(event.target instanceof HTMLInputElement)
    )
      return
    const isIdle = event.target.value === '' && event.target.getAttribute('aria-expanded') !== 'true'
    if (!isIdle && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    control.widgetProps.onBlur()
    leave('down')
  }

  return (
    <div ref={frame} className="pf-cell-editor" onKeyDownCapture={onKeyDownCapture} onKeyDown={onKeyDown}>
      <label className="pf-unseen" htmlFor={control.id} id={`${control.id}-label`}>
        {label}
      </label>
      <ControlWidget control={control} />
    </div>
  )
}
