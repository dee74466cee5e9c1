/** Least and greatest column width that a user can set, in CSS pixels. */
export const widthLimits = { least: 48, most: 1200 } as const

export const limitWidth = (width: number): number => Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)))

interface Resize {
  /** Head cell of the column. */
  head: HTMLTableCellElement
  pointerId: number
  startX: number
  onDone: (width: number) => void
}

/** Follows the pointer with the width of a column, towards the end of the line for wider; Escape leaves it as it was. */
export function followResize({ head, pointerId, startX, onDone }: Resize): void {
  const table = head.closest('table')
  const col = table?.querySelectorAll('col').item(head.cellIndex)
  if (!table || !col) return
  const before = { width: col.style.width, minWidth: table.style.minWidth }
  const from = head.getBoundingClientRect().width
  const least = Number.parseFloat(before.minWidth) || 0
  const sign = getComputedStyle(table).direction === 'rtl' ? -1 : 1
  let width = limitWidth(from)
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    width = limitWidth(from + sign * (event.clientX - startX))
    col.style.width = `${width}px`
    table.style.minWidth = `${Math.max(0, least + width - from)}px`
  }
  const end = () => {
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', onCancel)
    window.removeEventListener('keydown', onKey, { capture: true })
    document.documentElement.removeAttribute('data-resizing')
  }
  const onCancel = () => {
    end()
    col.style.width = before.width
    table.style.minWidth = before.minWidth
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    end()
    if (Math.abs(width - from) >= 1) onDone(width)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  document.documentElement.setAttribute('data-resizing', '')
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onCancel)
  window.addEventListener('keydown', onKey, { capture: true })
}

/** Width at which no cell of a column that is drawn now is cut: its cells are laid out once more, without a limit. */
export function fittingWidth(head: HTMLTableCellElement): number {
  const table = head.closest('table')
  if (!table) return head.offsetWidth
  const trial = document.createElement('table')
  trial.className = 'grid-table'
  trial.setAttribute('aria-hidden', 'true')
  trial.style.cssText =
    'position:absolute;inset-block-start:0;inset-inline-start:0;visibility:hidden;table-layout:auto;inline-size:max-content;min-inline-size:0'
  const body = trial.createTBody()
  for (const line of table.querySelectorAll<HTMLTableRowElement>('thead tr, tbody tr[data-id]')) {
    const cell = line.cells.item(head.cellIndex)
    if (!cell) continue
    const copy = cell.cloneNode(true) as HTMLElement
    copy.removeAttribute('data-sticky')
    copy.removeAttribute('id')
    copy.style.position = 'static'
    body.insertRow().append(copy)
  }
  table.parentElement?.append(trial)
  const width = trial.getBoundingClientRect().width
  trial.remove()
  return limitWidth(Math.ceil(width) + 2)
}
