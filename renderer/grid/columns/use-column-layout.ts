import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { GridColumn, GridRow, GridSummary } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { columnNeeds } from './column-needs.ts'
import { layoutColumns, type TableLayout } from './columns.ts'
import type { WidthNeed } from './share-width.ts'
import { chooseColumns, shiftColumn, type ColumnState } from './column-state.ts'

interface ColumnLayoutInput {
  /** All that there are, in the document's order; none while there is no grid yet. */
  all: readonly GridColumn[]
  /** Those that are expected then. */
  expected: readonly GridColumn[]
  state: ColumnState
  setState: (change: (now: ColumnState) => ColumnState) => void
  rows: readonly GridRow[]
  /** What all rows come to: sums are seen whole. */
  summary?: GridSummary
  selectable: boolean
  /** 0 for a list without actions. */
  actionsWidth: number
  /** The same where there is too little room. */
  leastActionsWidth: number
  formats: CellFormats
  /** Frame of the table, whose room the columns share. */
  list: RefObject<HTMLElement | null>
}

export interface UsedColumns {
  /** Those that are shown, in their order. */
  columns: GridColumn[]
  layout: TableLayout
  /** Moves a column among those that are shown. */
  shift: (key: string, by: 1 | -1) => void
  /** Announcement of the new position of the column that was moved last. */
  told: string
}

/** The columns of a list in the user's order, with the width that each needs for the current page. */
export function useColumnLayout({
  all,
  expected,
  state,
  setState,
  rows,
  summary,
  selectable,
  actionsWidth,
  leastActionsWidth,
  formats,
  list,
}: ColumnLayoutInput): UsedColumns {
  const [told, setTold] = useState('')
  const columns = useMemo(() => chooseColumns(all.length > 0 ? all : expected, state), [all, expected, state])
  const room = useRoom(list)
  // As text, so that a page whose contents are as wide as those of the last one leaves the columns as they are.
  const needs = useMemo(() => JSON.stringify(needsOf(columns, rows, formats, summary)), [columns, rows, formats, summary])
  const layout = useMemo(
    () =>
      layoutColumns(columns, {
        selectable,
        actionsWidth,
        leastActionsWidth,
        chosenWidths: state.widths,
        needs: JSON.parse(needs) as Record<string, WidthNeed>,
        ...(room > 0 && { room }),
      }),
    [columns, state.widths, selectable, actionsWidth, leastActionsWidth, room, needs],
  )
  const shift = (key: string, by: 1 | -1) => {
    setState((now) => shiftColumn(all, now, key, by))
    const order = chooseColumns(all, shiftColumn(all, state, key, by)).map((column) => column.key)
    setTold(
      formats.t('grid.column_moved', {
        name: columns.find((column) => column.key === key)?.title ?? key,
        place: formats.number(order.indexOf(key) + 1),
        total: formats.number(order.length),
      }),
    )
  }
  return { columns, layout, shift, told }
}

/** Pages whose contents differ a little have columns of one width, where there is room: what has to be seen takes no more than it is. */
const stepPx = 8
const stepped = (width: number) => Math.ceil(width / stepPx) * stepPx

function needsOf(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  formats: CellFormats,
  summary?: GridSummary,
): Record<string, WidthNeed> {
  const titled = columns.findIndex(({ card }) => card === 'title')
  const frozen = columns.findIndex(({ freeze }) => freeze === 'start')
  const name = Math.max(0, titled >= 0 ? titled : frozen)
  const needs = columnNeeds(columns, rows, formats, (_, at) => at === name, summary)
  return Object.fromEntries(
    columns.map(({ key }, at) => {
      const need = needs[at]!
      return [key, { ...need, whole: stepped(need.whole) }]
    }),
  )
}

/** The room that the last list had: the next one mostly has the same, and is then laid out once. */
let lastRoom = 0

/** Inner width of an element in pixels; before it is drawn that of the last one, 0 if unknown. */
function useRoom(frame: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(lastRoom)
  const observed = useRef<HTMLElement | null>(null)
  const observer = useRef<ResizeObserver | null>(null)
  useLayoutEffect(() => {
    // The element is replaced while something else is shown instead of the list.
    if (frame.current === observed.current) return
    observer.current ??= new ResizeObserver(([entry]) => {
      if (!entry) return
      lastRoom = entry.target.clientWidth
      setRoom(lastRoom)
    })
    observer.current.disconnect()
    observed.current = frame.current
    if (frame.current) observer.current.observe(frame.current)
  })
  useLayoutEffect(
    () => () => {
      observer.current?.disconnect()
      observed.current = null
    },
    [],
  )
  return room
}
