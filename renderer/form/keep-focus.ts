import type { MouseEvent } from 'react'

/**
 * For buttons below fields: the focus stays in the field until the click, since leaving the field may take its error away
 * and so move the button from under the pointer. What the button does takes over what is typed by itself.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent): void => event.preventDefault() }
