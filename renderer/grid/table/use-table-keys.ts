import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { limitWidth } from './column-resize.ts'
import { cellBeside, controlBeside, controlsOf, focusIn, placeOf, type Place } from './grid-focus.ts'
import type { GridTableProps } from './grid-table.tsx'
import { editKey, keyCommand, rowAfter, type MoveCommand } from './table-keys.ts'
import { usePageKeys } from './use-page-keys.ts'

interface TableKeys extends GridTableProps {
  table: RefObject<HTMLTableElement | null>
  body: RefObject<HTMLTableSectionElement | null>
  /** The row of the line that contains an element. */
  rowOf: (element: Element | null) => GridRow | undefined
  /** Draws the line of an index soon. */
  showLine: (index: number) => void
}

const resizeStep = 16

/** The keyboard of a table: movement along head, groups, lines and cells, and the commands there. */
export function useTableKeys(props: TableKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const { table, body, rows, rowOf, selectable, selected } = props
  /** Where the focus goes once the line is drawn. */
  const awaited = useRef<{ id: string; cell: number | null } | null>(null)
  const lineOf = (id: string) => body.current?.querySelector<HTMLTableRowElement>(`tr[data-id="${CSS.escape(id)}"]`)
  useLayoutEffect(() => {
    if (awaited.current && focusIn(lineOf(awaited.current.id), awaited.current.cell)) awaited.current = null
  })

  /** On a line of a tree: opens and closes it, and leads back to the line above; whether it did. */
  const alongTree = (command: MoveCommand, row: GridRow | undefined): boolean => {
    const place = row && props.placeOf?.(row.id)
    if (!row || !place || (command !== 'forward' && command !== 'back')) return false
    if (place.expanded === (command === 'back')) {
      props.onToggle?.(row.id)
      return true
    }
    return command === 'back' && place.parent !== null && focusIn(lineOf(String(place.parent)), null)
  }

  /** Into another line, or another cell of the same one; whether there is one. */
  const move = (command: MoveCommand, { area, line, cell }: Place, extend: boolean): boolean => {
    if (cell === null && alongTree(command, rowOf(line))) return true
    if (command === 'forward' || command === 'back') {
      const beside = cellBeside(line, cell?.cellIndex ?? -1, command === 'forward' ? 1 : -1)
      return (beside !== null || (cell !== null && command === 'back' && area === 'body')) && focusIn(line, beside)
    }
    if (command === 'row-start' || command === 'row-end')
      return focusIn(line, command === 'row-start' ? cellBeside(line, -1, 1) : cellBeside(line, line.cells.length, -1))
    const group =
      command === 'next' || (command === 'previous' && area === 'body') ? groupBeside(area === 'head' ? null : line, command) : null
    if (group) {
      group.focus()
      return true
    }
    const row = rowOf(line)
    const at = area === 'head' ? -1 : (rows?.indexOf(row as GridRow) ?? -1)
    if (command === 'previous' && at === 0) return focusIn(headLine(), cell?.cellIndex ?? 0)
    const perPage = Math.max(1, Math.floor((body.current?.closest('.grid-scroll')?.clientHeight ?? 0) / (line.offsetHeight || 44)) - 2)
    const target = rows?.[rowAfter(command, at, rows.length, perPage) ?? -1]
    if (!target) return false
    if (extend && selectable && row) props.onExtend(row.id, target.id)
    const corner =
      command === 'first' ? cellBeside(line, -1, 1) : command === 'last' ? cellBeside(line, line.cells.length, -1) : cell?.cellIndex
    goTo(target, cell === null ? null : (corner ?? cell.cellIndex))
    return true
  }

  /** Focuses the line of a row, or one of its cells; one that is not drawn yet once it is. */
  const goTo = (row: GridRow, cell: number | null): void => {
    if (focusIn(lineOf(String(row.id)), cell)) return
    awaited.current = { id: String(row.id), cell }
    props.showLine(rows?.indexOf(row) ?? 0)
  }
  usePageKeys({
    isPage: props.isPage === true,
    onSearch: props.onSearch,
    onEnter: (end) => {
      const row = rows?.at(end === 'first' ? 0 : -1)
      if (row) goTo(row, null)
      return row !== undefined
    },
  })

  const headLine = () => table.current?.tHead?.rows.item(0)
  /** The button of a group head directly next to a line; null if there is none. */
  const groupBeside = (line: HTMLTableRowElement | null, command: 'next' | 'previous'): HTMLElement | null => {
    const beside =
      line === null ? body.current?.firstElementChild : command === 'next' ? line.nextElementSibling : line.previousElementSibling
    return beside?.querySelector<HTMLElement>('[data-part=group]') ?? null
  }

  /** On the head of a group: opens and closes it, and leads to the lines around it. */
  const alongGroups = (event: KeyboardEvent, head: HTMLElement, line: HTMLTableRowElement, rtl: boolean): boolean => {
    const isOpen = head.getAttribute('aria-expanded') === 'true'
    if (event.code === 'ArrowLeft' || event.code === 'ArrowRight') {
      if (isOpen === ((event.code === 'ArrowLeft') !== rtl)) props.onToggleGroup?.(head.dataset.group ?? '')
      return true
    }
    if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return false
    const beside = event.code === 'ArrowDown' ? line.nextElementSibling : line.previousElementSibling
    if (beside === null) return event.code === 'ArrowUp' && focusIn(headLine(), 0)
    const target =
      beside.querySelector<HTMLElement>('[data-part=group]') ??
      (beside instanceof HTMLElement && beside.dataset.id !== undefined ? beside : null)
    target?.focus()
    return target !== null
  }

  const onHeadKey = (event: KeyboardEvent, { cell }: Place, rtl: boolean): boolean => {
    const key = cell?.dataset.key
    if (
      !cell ||
      key === undefined ||
      event.altKey ||
      event.metaKey ||
      !(event.shiftKey || event.ctrlKey) ||
      (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight')
    )
      return false
    const by = (event.code === 'ArrowRight') === rtl ? -1 : 1
    if (event.shiftKey) props.onResize?.(key, limitWidth(cell.offsetWidth + by * resizeStep))
    else props.onShift?.(key, by)
    return true
  }

  return (event) => {
    const target = event.target as HTMLElement
    const place = placeOf(target)
    if (!place) return
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (target.dataset.group !== undefined && alongGroups(event, target, place.line, rtl)) {
      event.preventDefault()
      return
    }
    if (place.area === 'head' && onHeadKey(event, place, rtl)) {
      event.preventDefault()
      return
    }
    const typed = target.dataset.editable === undefined ? null : editKey(event, target.dataset.editing !== undefined)
    const edited = typed === null ? undefined : rowOf(target)
    if (typed !== null && edited) {
      props.onEdit?.(edited, target.dataset.editable ?? '', typed.text)
      event.preventDefault()
      return
    }
    if (
      event.code === 'Tab' &&
      place.inside &&
      place.cell &&
      place.area === 'body' &&
      place.cell.dataset.editing === undefined &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey
    ) {
      const next = controlBeside(place.cell, target, event.shiftKey ? -1 : 1)
      next?.focus()
      if (next) event.preventDefault()
      return
    }
    const command = keyCommand(event, target, rtl, place.area)
    if (command === null) return
    const { line, cell } = place
    const row = rowOf(line)
    if (command === 'search') props.onSearch()
    else if (place.area === 'head' && ['open', 'enter', 'leave', 'select', 'menu', 'view'].includes(command)) return
    else if (command === 'open') {
      if (row) props.onOpen(row, line)
    } else if (command === 'enter') {
      if (!enter(cell) && row && event.code !== 'F2') props.onOpen(row, line)
    } else if (command === 'leave') {
      if (!place.inside && props.onLeave?.()) {
        event.preventDefault()
        return
      }
      if (cell !== null) {
        if (!focusIn(line, place.inside ? cell.cellIndex : null)) return
      } else if (selected.size > 0 && props.onClearSelection) props.onClearSelection()
      else return
    } else if (command === 'undo') {
      if (!props.onUndo?.()) return
    } else if (command === 'menu') {
      const dots = line.querySelector<HTMLElement>('[data-part=menu]')
      if (row && dots) props.onMenu(row, dots, cell ?? line)
    } else if (command === 'view' || (command === 'select' && !selectable)) {
      if (!row || !props.onView) return
      props.onView(row)
    } else if (command === 'select') {
      if (row && selectable) props.onSelect(row.id, !selected.has(row.id), event.shiftKey)
    } else if (command === 'select-all') {
      if (!selectable) return
      props.onSelectAll(true)
    } else if (!move(command, place, event.shiftKey && event.code.startsWith('Arrow'))) return
    event.preventDefault()
  }
}

/** Focuses the first control in a cell; returns false for a cell without one. */
function enter(cell: HTMLElement | null): boolean {
  const [first] = cell ? controlsOf(cell) : []
  first?.focus()
  return first !== undefined
}
