/** Focuses the first control inside an element; false when there is none. */
export function focusFirst(element: HTMLElement | null): boolean {
  const target = element?.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]), textarea:not([disabled]), select:not([disabled]), [role=combobox], [contenteditable=true], [role=switch], button:not([disabled])')
  target?.focus()
  return target !== undefined && target !== null
}
