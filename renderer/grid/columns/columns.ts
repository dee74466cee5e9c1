import type { GridColumn } from '#schemas/types/contract.d.ts'
import { shareWidth, type WidthNeed } from './share-width.ts'

/** Cells that the engine draws itself; every other name is looked up among the cell widgets. */
export type CellKind =
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'datetime'
  | 'relative'
  | 'time'
  | 'badge'
  | 'boolean'
  | 'image'
  | 'link'
  | 'user'
  | 'tags'
  | 'color'
  | 'icon'
  | 'code'
  | 'mobile'
  | 'phone'
  | 'identifier'
  | 'progress'
  | 'sparkline'
  | 'qr'
  | 'product'
  | 'html'
  | 'file'
  | 'rows'
  | 'words'

interface CellLayout {
  /** Width in pixels. With `fills` it is the minimum, and the column takes a part of the remaining room. */
  width: number
  fills?: boolean
  align: 'start' | 'center' | 'end'
}

/** How wide a column of each cell is and how it is aligned, where the column does not say. */
export const cellLayouts: Record<CellKind, CellLayout> = {
  text: { width: 160, fills: true, align: 'start' },
  number: { width: 112, align: 'end' },
  money: { width: 168, align: 'end' },
  date: { width: 152, align: 'start' },
  datetime: { width: 184, align: 'start' },
  relative: { width: 136, align: 'start' },
  time: { width: 112, align: 'start' },
  badge: { width: 136, align: 'start' },
  boolean: { width: 88, align: 'center' },
  image: { width: 72, align: 'center' },
  link: { width: 200, fills: true, align: 'start' },
  user: { width: 168, align: 'start' },
  tags: { width: 192, align: 'start' },
  color: { width: 112, align: 'start' },
  icon: { width: 72, align: 'center' },
  code: { width: 200, align: 'start' },
  mobile: { width: 184, align: 'start' },
  phone: { width: 184, align: 'start' },
  identifier: { width: 200, align: 'start' },
  progress: { width: 152, align: 'start' },
  sparkline: { width: 128, align: 'start' },
  qr: { width: 168, align: 'start' },
  product: { width: 280, fills: true, align: 'start' },
  html: { width: 200, fills: true, align: 'start' },
  file: { width: 152, align: 'start' },
  rows: { width: 152, align: 'start' },
  words: { width: 280, fills: true, align: 'start' },
}

/** @source specification, list cells: codes are cut at 25 characters and can be copied. */
export const codeLength = 25
/** In letters: the longest number of a person is an IBAN of 34 letters in groups. A cut number would be a wrong one. */
export const numberLength = 48

export const isCellKind = (cell: string): cell is CellKind => Object.hasOwn(cellLayouts, cell)

/** A column as the table draws it. */
export interface ColumnLayout {
  column: GridColumn
  align: 'start' | 'center' | 'end'
  /** In pixels; undefined: the column shares the remaining room. */
  width: number | undefined
  minWidth: number
  /** Where it sticks, and how far from that edge. */
  sticky: { side: 'start' | 'end'; offset: number } | null
}

export const selectionWidth = 44
/** Part of a table that scrolls which a frozen column of texts may cover. */
const mostFrozen = 0.4
const isText = ({ cell }: GridColumn): boolean => !isCellKind(cell) || cellLayouts[cell].fills === true
export interface TableLayout {
  columns: ColumnLayout[]
  minWidth: number
  actionsWidth: number
  /** Whether there is too little room for what must not be cut: cells are then padded less, and rows show their menu alone. */
  isTight: boolean
  /** Whether no column may grow: then the table is as wide as they are. */
  isFixed: boolean
  /** What frozen columns cover at each edge, in pixels. */
  covered: { start: number; end: number }
}

/** Padding of a cell at both sides, in pixels; the second is that of a tight table. */
export const paddingPx = 24
const tightPaddingPx = 16

/**
 * Orders columns (frozen ones at their edge) and decides their widths. `selectable` and `actionsWidth` (0 for none)
 * describe the two extra frozen columns, `leastActionsWidth` is for tables with too little room; `needs` is the width that
 * the page's content needs, by column;
 * `chosenWidths` are set by the user and always apply. If the `room` of the table is known, it is shared according to `needs`.
 */
export function layoutColumns(
  columns: GridColumn[],
  options: {
    selectable: boolean
    actionsWidth: number
    leastActionsWidth?: number
    chosenWidths?: Readonly<Record<string, number>>
    room?: number
    needs?: Readonly<Record<string, WidthNeed>>
  },
): TableLayout {
  const start = columns.filter((column) => column.freeze === 'start')
  const end = columns.filter((column) => column.freeze === 'end')
  const middle = columns.filter((column) => column.freeze === undefined || !['start', 'end'].includes(column.freeze))
  const laid = [...start, ...middle, ...end].map((column): ColumnLayout => {
    const base = isCellKind(column.cell) ? cellLayouts[column.cell] : { width: 160, fills: true, align: 'start' as const }
    const chosen = options.chosenWidths?.[column.key]
    const minWidth = isWidth(chosen)
      ? chosen
      : Math.max(isWidth(column.width) ? column.width : base.width, options.needs?.[column.key]?.least ?? 0)
    const fills = base.fills === true && !isWidth(column.width) && !isWidth(chosen)
    return { column, align: column.align ?? base.align, width: fills ? undefined : minWidth, minWidth, sticky: null }
  })
  let [after, isTight] = [options.actionsWidth, false]
  if (options.room !== undefined && options.needs) {
    const room = options.room - (options.selectable ? selectionWidth : 0)
    const needs = laid.map(({ column, minWidth, width }): WidthNeed & { isChosen: boolean } => {
      const need = options.needs?.[column.key]
      if (isWidth(options.chosenWidths?.[column.key]) || !need)
        return { least: minWidth, whole: minWidth, fills: width === undefined, isChosen: true }
      return { ...need, ...(isWidth(column.width) && { wish: column.width }), isChosen: false }
    })
    isTight = needs.reduce((sum, { least, whole, isFirst }) => sum + (isFirst ? whole : least), after) > room
    if (isTight) {
      after = Math.min(after, options.leastActionsWidth ?? after)
      const saved = paddingPx - tightPaddingPx
      for (const need of needs.filter(({ isChosen }) => !isChosen)) {
        need.least -= saved
        need.whole -= saved
      }
      // A table that scrolls anyway cuts no text below the width in its document, as long as a frozen one leaves room for others.
      const isScrolling = needs.reduce((sum, { least }) => sum + least, after) > room
      for (const [at, need] of needs.entries()) {
        if (!isScrolling || need.wish === undefined || !isText(laid[at]!.column)) continue
        const most = laid[at]!.column.freeze === undefined ? need.wish : Math.min(need.wish, Math.floor(room * mostFrozen))
        need.least = Math.max(need.least, Math.min(need.whole, most))
      }
    }
    for (const [at, width] of shareWidth(needs, room - after).entries()) Object.assign(laid[at]!, { width, minWidth: width })
  }
  // The offset of a frozen column must be a known width, so only the innermost one of an edge may grow.
  stick(laid.slice(0, start.length), 'start', options.selectable ? selectionWidth : 0)
  stick(laid.slice(laid.length - end.length).reverse(), 'end', after)
  if (options.room === undefined && laid.every((entry) => entry.width !== undefined)) {
    const grows = columnThatGrows(laid, (key) => isWidth(options.chosenWidths?.[key]))
    if (grows) grows.width = undefined
  }
  const widthOf = (entries: ColumnLayout[]) => entries.reduce((total, entry) => total + entry.minWidth, 0)
  const before = options.selectable ? selectionWidth : 0
  return {
    columns: laid,
    minWidth: widthOf(laid) + before + after,
    actionsWidth: after,
    isTight,
    isFixed: options.room === undefined && laid.every((entry) => entry.width !== undefined),
    covered: { start: before + widthOf(laid.slice(0, start.length)), end: after + widthOf(laid.slice(laid.length - end.length)) },
  }
}

/** If every column has a width, the remaining room goes to the first free-text column whose width the user has not set. */
function columnThatGrows(laid: ColumnLayout[], isChosen: (key: string) => boolean): ColumnLayout | undefined {
  const own = laid.filter(({ column }) => !isChosen(column.key))
  const free = own.filter(
    (entry) => entry.sticky === null || (entry.sticky.side === 'start' && laid[laid.indexOf(entry) + 1]?.sticky?.side !== 'start'),
  )
  return (
    free.find(({ column }) => isCellKind(column.cell) && cellLayouts[column.cell].fills) ??
    free.findLast((entry) => entry.sticky === null) ??
    own.at(-1)
  )
}

const isWidth = (width: unknown): width is number => typeof width === 'number' && Number.isFinite(width) && width > 0

function stick(entries: ColumnLayout[], side: 'start' | 'end', first: number): void {
  let offset = first
  for (const [index, entry] of entries.entries()) {
    entry.sticky = { side, offset }
    if (index < entries.length - 1) entry.width = entry.minWidth
    offset += entry.minWidth
  }
}
