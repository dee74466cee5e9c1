import type { MouseEvent } from 'react'

/**
 * For buttons below fields: the focus stays in the field until the click, because leaving the field may remove its error
 * and move the button away from the pointer. The button's action commits typed text itself.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent): void => event.preventDefault() }
