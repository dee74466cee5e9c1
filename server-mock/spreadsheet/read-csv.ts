import { openQuote } from '#server/plugins/file-refusals.ts'
import { maxTableRows, tooManyCells } from './table-limits.ts'
import { isMarkedText } from './write-csv.ts'

const delimiters = [',', ';', '\t', '|', '،', '؛'] as const

/**
 * Fields of a text without its byte order mark. The delimiter is the one of its first line.
 * @throws `file-broken` if a quote is not closed, with the line where it opens, or for too many rows
 */
export function readCsv(text: string): { rows: { line: number; cells: string[] }[]; delimiter: string } {
  const named = /^sep=(.)\r?\n/i.exec(text)
  const delimiter = named?.[1] ?? delimiterOf(text)
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  for (let at = named ? named[0].length : 0; at < text.length;) {
    const cells: string[] = []
    const begun = line
    for (;;) {
      const field = readField(text, at, delimiter)
      cells.push(isMarkedText(field.text) ? field.text.slice(1) : field.text)
      at = field.end
      if (text[at] === delimiter) {
        at += 1
        continue
      }
      break
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    rows.push({ line: begun, cells })
    // The limit leaves room for the header, and for empty lines, which are removed later.
    if (rows.length > maxTableRows * 2) throw tooManyCells('errors.import_rows', maxTableRows, rows.length)
  }
  return { rows, delimiter }
}

/** One field, quoted or not. `end` is the position of the delimiter or of the line end. */
function readField(text: string, start: number, delimiter: string): { text: string; end: number } {
  if (text[start] === '"') {
    let value = ''
    for (let at = start + 1; ;) {
      const quote = text.indexOf('"', at)
      if (quote < 0) throw openQuote(text.slice(0, start).split(/\r\n?|\n/).length)
      value += text.slice(at, quote)
      at = quote + 1
      if (text[at] === '"') {
        value += '"'
        at += 1
        continue
      }
      // Text after a closing quote belongs to the field: some programs write `"a"b`.
      const rest = plainField(text, at, delimiter)
      return { text: value + rest.text, end: rest.end }
    }
  }
  return plainField(text, start, delimiter)
}

function plainField(text: string, start: number, delimiter: string): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

/** The delimiter that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text.slice(0, 100_000)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]![0]
}
