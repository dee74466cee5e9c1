import type { Cell, Sheet } from './cells.ts'

/**
 * Start of a text that a spreadsheet would read as a formula.
 * @source OWASP, "CSV Injection"
 */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** The same after apostrophes in the text itself; one more apostrophe keeps these apart from the added one. */
const markedStart = new RegExp(`^'+${formulaStart.source.slice(1)}`)
/** An apostrophe, which spreadsheets read as "text"; `readCsv` removes it. */
export const textMark = "'"

export const isMarkedText = (text: string): boolean => markedStart.test(text)

/** Texts that a reader could take for a delimiter, the end of a field or the line that names the delimiter are quoted. */
const isQuoted = (text: string) => /[",\r\n;\t|،؛]|^\s|\s$|^sep=/i.test(text)
const quoted = (text: string) => (isQuoted(text) ? `"${text.replaceAll('"', '""')}"` : text)
const safe = (text: string) => quoted(formulaStart.test(text) || isMarkedText(text) ? textMark + text : text)

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return safe(cell)
  if (typeof cell === 'boolean') return String(cell)
  return 'number' in cell ? cell.number : 'day' in cell ? cell.day : cell.moment
}

/**
 * A table as CSV: UTF-8 with a byte order mark, lines ending in CR LF, and texts that begin like a formula marked as
 * plain text.
 * @source RFC 4180
 */
export async function* writeCsv({ columns, rows }: Sheet): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ title }) => safe(title)).join(',')}\r\n`
  for await (const cells of rows) yield `${cells.map(field).join(',')}\r\n`
}
