/** Focuses the first control inside an element; false when there is none. */
export function focusFirst(element: HTMLElement | null): boolean {
  const target = element?.querySelector<HTMLElement>(
    'input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled]), [role=combobox], [contenteditable=true], [role=switch], button:not([disabled])',
  )
  target?.focus()
  return target !== undefined && target !== null
}

/**
 * Calls `focus` until it has focused something, as parts of `within` are drawn; gives up once somebody focuses something
 * else. Answers how to stop.
 */
export function focusOnceDrawn(within: Element, focus: () => boolean): () => void {
  if (focus()) return () => undefined
  const before = document.activeElement
  const drawn = new MutationObserver(() => {
    if (document.activeElement !== before || focus()) drawn.disconnect()
  })
  drawn.observe(within, { childList: true, subtree: true })
  return () => drawn.disconnect()
}

const busy = 'input, textarea, select, [contenteditable=true], [role=menu] *, [role=listbox] *'

/**
 * As `ref` of a control: focuses it when it is drawn, as the attribute `autofocus` does, unless somebody is typing or in a menu by
 * then. The control may arrive after the rest of its page, and a menu that loses the focus closes.
 */
export function autoFocus(control: HTMLElement | null): void {
  if (control && document.activeElement?.matches(busy) !== true) control.focus()
}
