import type { GridRow } from '#schemas/types/contract.d.ts'

/** Focuses the cell of a row's editable field, if it is drawn, and scrolls it into view. */
export function focusCell(id: GridRow['id'], field: string, block: ScrollLogicalPosition = 'nearest'): void {
  const cell = document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(String(id))}"] td[data-editable="${CSS.escape(field)}"]`)
  cell?.focus()
  cell?.scrollIntoView({ block, inline: 'nearest' })
}
