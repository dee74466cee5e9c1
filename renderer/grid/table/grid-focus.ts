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

export const controlSelector =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"])'

/** What of a cell can be used, from start to end; of the actions that the pointer brings up, too. */
export const controlsOf = (cell: HTMLElement): HTMLElement[] =>
  [...cell.querySelectorAll<HTMLElement>(controlSelector)].filter((control) => isShown(control) && !control.closest('[popover]'))

const isShown = (element: Element): boolean =>
  getComputedStyle(element).display !== 'none' &&
  (element.parentElement === null || getComputedStyle(element.parentElement).display !== 'none')

/** The next visible cell of a line, beginning at `from`; cards leave out empty ones. */
export function cellBeside(line: HTMLTableRowElement, from: number, by: 1 | -1): number | null {
  for (let at = from + by; at >= 0 && at < line.cells.length; at += by) if (isShown(line.cells.item(at)!)) return at
  return null
}

/** The next of a cell's controls, and the first again after the last; null where there is no other. */
export function controlBeside(cell: HTMLElement, from: Element, by: 1 | -1): HTMLElement | null {
  const controls = controlsOf(cell)
  const at = controls.findIndex((control) => control === from)
  return controls.length < 2 || at < 0 ? null : (controls.at((at + by) % controls.length) ?? null)
}

/** Focuses a line, or one of its cells; in the head the button that sorts, where there is one. */
export function focusIn(line: HTMLTableRowElement | null | undefined, cell: number | null): boolean {
  if (!line || !isShown(line)) return false
  const nearest = cell === null ? null : Math.min(cell, line.cells.length - 1)
  const found =
    nearest === null
      ? line
      : line.cells.item(
          isShown(line.cells.item(nearest)!) ? nearest : (cellBeside(line, nearest, -1) ?? cellBeside(line, nearest, 1) ?? nearest),
        )
  if (!found) return false
  const target = found.tagName === 'TH' ? (found.querySelector<HTMLElement>('button, input:enabled') ?? found) : found
  target.focus()
  // Frozen columns cover cells that the browser considers visible.
  if (cell !== null) found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
