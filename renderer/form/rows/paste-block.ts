import { isRecord } from '#schemas/rules/is-record.ts'
import { readCell, type Reading } from '#schemas/rules/values/read-cell.ts'
import type { TableColumn } from './table-columns.ts'

/**
 * Cells of a block that a spreadsheet puts on the clipboard: columns by tabs, rows by lines; a cell in quotes may hold
 * tabs, lines and doubled quotes. `parseBlock('a\tb\n"c ""d"""\t')` is `[['a', 'b'], ['c "d"', '']]`.
 */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    let cell = ''
    if (text[at] === '"' && isQuoted(text, at)) {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else {
      const end = text.slice(at).search(/[\t\r\n]/)
      cell = end === -1 ? text.slice(at) : text.slice(at, at + end)
      at += cell.length
    }
    rows.at(-1)!.push(cell)
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    const stop = text[at]
    at += 1
    if (stop === undefined) break
    if (stop !== '\t') {
      if (at >= text.length) break
      rows.push([])
    }
  }
  return rows
}

/** True when the quote is closed before a tab, a line or the end; a lone quote is a character like others. */
function isQuoted(text: string, start: number): boolean {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    return at + 1 >= text.length || /[\t\r\n]/.test(text[at + 1]!)
  }
  return false
}

/** Characters of a text that is no number, as a control for numbers keeps them. */
const mostHeld = 60

export interface PasteTarget {
  rows: readonly unknown[]
  columns: readonly TableColumn[]
  /** Cell that takes the first of the block. */
  at: { row: number; column: number }
  /** As many rows as the list takes. */
  most: number
  fresh: () => unknown
  /** Whether a cell accepts values: it is not hidden, disabled or read-only. */
  takes: (row: unknown, column: TableColumn, index: number) => boolean
  reading: Reading
}

export interface Pasted {
  rows: unknown[]
  filled: number
  added: number
  /** Cells that kept their old value, with the text that did not fit. */
  unfit: CellText[]
  /** Cells that hold a text that is no number, as it came: the form reports it and is not sent. */
  held: CellText[]
  /** Columns of the block for which there was no room. */
  left: number
  /** A block of more rows than there is room for: nothing of it is pasted. */
  tooMany?: { rows: number; room: number }
}

export interface CellText {
  row: number
  column: number
  text: string
}

/**
 * The rows with the block pasted to the right of and below a cell. What is no number stays as it came in a cell for numbers; other texts
 * that do not fit are reported and skipped. A block with more rows than there is room for changes nothing.
 */
export function pasteBlock(block: readonly (readonly string[])[], { rows, columns, at, most, fresh, takes, reading }: PasteTarget): Pasted {
  const room = Math.max(rows.length, most) - at.row
  if (block.length > room)
    return { rows: [...rows], filled: 0, added: 0, unfit: [], held: [], left: 0, tooMany: { rows: block.length, room } }
  const next = [...rows]
  const unfit: CellText[] = []
  const held: CellText[] = []
  const widest = Math.max(...block.map((line) => line.length))
  let filled = 0
  block.forEach((line, down) => {
    const index = at.row + down
    const before = index < next.length ? next[index] : fresh()
    const row: Record<string, unknown> = isRecord(before) ? { ...before } : {}
    line.forEach((text, right) => {
      const column = columns[at.column + right]
      if (!column) return
      const isOpen = takes(row, column, index)
      const read = isOpen ? readCell(text, column.schema, column.choices, reading, column.ui) : undefined
      if (!read) {
        const cell = { row: index, column: at.column + right, text }
        if (text.trim() === '') return
        if (!isOpen || column.kind !== 'number') return void unfit.push(cell)
        row[column.name] = text.trim().slice(0, mostHeld)
        held.push(cell)
        return
      }
      if (read.value === undefined) delete row[column.name]
      else row[column.name] = read.value
      filled += 1
    })
    next[index] = row
  })
  return { rows: next, filled, added: next.length - rows.length, unfit, held, left: Math.max(0, widest - (columns.length - at.column)) }
}
