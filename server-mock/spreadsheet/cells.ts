/**
 * The value of one cell of a spreadsheet. Numbers are decimal text, so that no digit is lost. Days and moments are ISO
 * without a zone (`2024-03-20`, `2024-03-20 14:30:00`), in local time.
 */
export type Cell = null | string | boolean | { number: string; style?: 'plain' | 'amount' } | { day: string } | { moment: string }

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
}

/** A table that is written row by row. */
export interface Sheet {
  name: string
  rightToLeft: boolean
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Cell[]>
}

/**
 * Most rows of an XLSX sheet, including its header.
 * @source ECMA-376, SpreadsheetML
 */
export const maxSheetRows = 1_048_576
/** Longest text of an XLSX cell. */
export const maxCellLength = 32_767

/** Letters of the texts of some cells. */
export const lettersOf = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => (typeof cell === 'string' ? sum + cell.length : sum), 0)
