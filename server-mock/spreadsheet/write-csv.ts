import type { Cell, Sheet } from './cells.ts'

/** How text begins that a spreadsheet would take for a formula. @source OWASP, "CSV Injection" */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** The same behind marks of its own, which are kept apart from ours by one more. */
const markedStart = new RegExp(`^'+${formulaStart.source.slice(1)}`)
/** A mark that spreadsheets read as "text"; `readCsv` takes it off again. */
export const textMark = "'"

export const isMarkedText = (text: string): boolean => markedStart.test(text)

/** What a reader could take for another delimiter, for the end of a field or for the line that names the delimiter stands in quotes. */
const isQuoted = (text: string) => /[",\r\n;\t|،؛]|^\s|\s$|^sep=/i.test(text)
const quoted = (text: string) => (isQuoted(text) ? `"${text.replaceAll('"', '""')}"` : text)
const safe = (text: string) => quoted(formulaStart.test(text) || isMarkedText(text) ? textMark + text : text)

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return safe(cell)
  if (typeof cell === 'boolean') return String(cell)
  return 'number' in cell ? cell.number : 'day' in cell ? cell.day : cell.moment
}

/** A table as CSV: UTF-8 with a mark of it, lines that end in CR LF, text that begins a formula made plain text. @source RFC 4180 */
export async function* writeCsv({ columns, rows }: Sheet): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ title }) => safe(title)).join(',')}\r\n`
  for await (const cells of rows) yield `${cells.map(field).join(',')}\r\n`
}
