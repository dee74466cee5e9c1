import { extensionOf } from '#schemas/rules/values/file-types.ts'
import { emptyFile, falseName, wrongFileType } from '#server/plugins/file-refusals.ts'
import { maxCellLength, type Cell } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { isZip } from './read-zip.ts'
import { maxTableColumns, maxTableRows, tableTypes, tooLongTitle, tooManyCells } from './table-limits.ts'

/** An uploaded table: its header and its rows without empty ones. */
export interface ReadTable {
  titles: string[]
  /** `line` is the row's number in the file, as a spreadsheet counts it. */
  rows: { line: number; cells: Cell[] }[]
  /** Rows with cells to the right of the last title; these cells are not read. */
  wider?: { rows: number; line: number; cells: number }
  /** Encoding of a text file. */
  encoding?: string
  /** Delimiter of a text file. */
  delimiter?: string
  /** Whether the encoding was recognised only by the letters. */
  isGuessed?: boolean
  /** The sheet that was read, if a workbook shows several. */
  sheet?: string
}

/**
 * Reads a CSV or XLSX file. The kind is recognised by its content, and the file extension must fit it. Formulas are not
 * evaluated; their saved results are read.
 * @throws `file-type`, `file-empty`, `file-broken`, `file-too-large`, and a `file-broken` that names an exceeded limit
 */
export async function readTable(bytes: Buffer, name: string, locale: string): Promise<ReadTable> {
  const extension = extensionOf(name)
  if (extension !== 'csv' && extension !== 'xlsx') throw wrongFileType(tableTypes)
  if (bytes.length === 0) throw emptyFile()
  if ((extension === 'xlsx') !== isZip(bytes)) throw falseName(extension, tableTypes)
  if (extension === 'xlsx') {
    const { rows, sheet } = await readXlsx(bytes)
    return { ...tableOf(rows), ...(sheet !== undefined && { sheet }) }
  }
  const text = decodeText(bytes, locale)
  if (!text) throw falseName(extension, tableTypes)
  const { rows, delimiter } = readCsv(text.text)
  return { ...tableOf(rows), encoding: text.encoding, ...(text.isGuessed && { isGuessed: true }), delimiter }
}

function tableOf(all: readonly { line: number; cells: Cell[] }[]): ReadTable {
  const [head, ...rest] = all.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''))
  if (!head) throw emptyFile()
  const width = filledWidth(head.cells)
  if (width > maxTableColumns) throw tooManyCells('errors.import_columns', maxTableColumns, width)
  const titles = head.cells.slice(0, width).map(cellText)
  const tooLong = titles.findIndex((title) => title.length > maxCellLength)
  if (tooLong >= 0) throw tooLongTitle(tooLong + 1, titles[tooLong]!.length)
  if (rest.length > maxTableRows) throw tooManyCells('errors.import_rows', maxTableRows, rest.length)
  const widths = rest.map(({ line, cells }) => ({ line, cells: filledWidth(cells) })).filter(({ cells }) => cells > width)
  return {
    titles,
    rows: rest.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) })),
    ...(widths[0] && { wider: { rows: widths.length, ...widths[0] } }),
  }
}

const filledWidth = (cells: readonly Cell[]) => cells.findLastIndex((cell) => cell !== null && cell !== '') + 1

/** The value of a cell as text. */
export const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return String(cell)
  return 'number' in cell ? cell.number : 'day' in cell ? cell.day : cell.moment
}
