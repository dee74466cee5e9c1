/** Where the focus is in a grid's table. */
export interface Place {
  area: 'head' | 'body'
  line: HTMLTableRowElement
  /** Null while the line as a whole has it. */
  cell: HTMLTableCellElement | null
  /** Whether a control inside the cell has it. */
  inside: boolean
}

export function placeOf(target: Element): Place | null {
  const line = target.closest('tr')
  const area = line?.parentElement?.tagName
  if (!line || (area !== 'THEAD' && area !== 'TBODY')) return null
  const cell = target.closest<HTMLTableCellElement>('td, th')
  return { area: area === 'THEAD' ? 'head' : 'body', line, cell, inside: cell !== null && cell !== target }
}

const controls = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"])'

/** What of a cell can be used, from start to end; of the actions that the pointer brings up, too. */
export const controlsOf = (cell: HTMLElement): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>(controls)].filter((control) => control.getClientRects().length > 0)

/** Focuses a line, or one of its cells; in the head the button that sorts, where there is one. */
export function focusIn(line: HTMLTableRowElement | null | undefined, cell: number | null): boolean {
  if (!line) return false
  const found = cell === null ? line : line.cells.item(Math.min(cell, line.cells.length - 1))
  if (!found) return false
  const target = found.tagName === 'TH' ? found.querySelector<HTMLElement>('button, input') ?? found : found
  target.focus()
  // Frozen columns lie over what the browser takes to be in sight.
  if (cell !== null) found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
