import { focusFirst } from '#renderer/ui/focus-first.ts'

/** Parts of a field's frame that are there before its control. */
const aroundControl = '[id$="-label"], .pf-description, .pf-error, [aria-busy=true]'

const isDrawn = (field: Element): boolean =>
  [...(field.querySelector(':scope > .pf-beside') ?? field).children].some((part) => !part.matches(aroundControl))

/**
 * Focuses the first field inside an element that takes the focus. False while the control of one before it is still on its way,
 * and where there is none.
 */
export function focusFirstField(element: HTMLElement | null): boolean {
  for (const field of element?.querySelectorAll<HTMLElement>('.pf-field') ?? []) {
    if (!isDrawn(field)) return false
    if (focusFirst(field)) return true
  }
  return element?.querySelector('.pf-field') === null && focusFirst(element)
}
