import { brokenFile } from '#server/plugins/file-refusals.ts'
import type { Cell } from './cells.ts'
import { maxTableBytes, maxTableColumns, maxTableRows, tooManyCells } from './table-limits.ts'
import { openZip } from './read-zip.ts'
import { attribute, elements, textOf, unescaped } from './scan-xml.ts'

type Row = { line: number; cells: Cell[] }
interface Book { shared: string[]; formats: DateFormat[]; is1904: boolean }
type DateFormat = 'day' | 'moment' | undefined

/** Rows that are read before others have their turn. */
const rowsAtOnce = 2000

/** Rows of the first sheet that is shown, values as they were saved. @source ECMA-376, SpreadsheetML @throws `file-broken`, `file-too-large` */
export async function readXlsx(bytes: Buffer): Promise<Row[]> {
  const zip = openZip(bytes, maxTableBytes)
  const read = async (name: string) => (await zip.read(name))?.toString('utf8') ?? ''
  const workbook = await read('xl/workbook.xml')
  const path = sheetPath(workbook, await read('xl/_rels/workbook.xml.rels')) ?? zip.names().find(name => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  if (workbook === '' || path === undefined || !zip.has(path)) throw brokenFile()
  const book: Book = {
    shared: [...elements(await read('xl/sharedStrings.xml'), 'si')].map(({ content }) => plainRuns(content)),
    formats: dateFormats(await read('xl/styles.xml')),
    is1904: [...elements(workbook, 'workbookPr')].some(({ attributes }) => ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')),
  }
  return readRows(await read(path), book)
}

/** Where the first sheet lies that is not hidden. */
function sheetPath(workbook: string, relations: string): string | undefined {
  const sheets = [...elements(workbook, 'sheet')].map(({ attributes }) => attributes)
  const shown = sheets.find(sheet => !['hidden', 'veryHidden'].includes(attribute(sheet, 'state') ?? '')) ?? sheets[0]
  const id = shown === undefined ? undefined : attribute(shown, 'id')
  const target = [...elements(relations, 'Relationship')].map(({ attributes }) => attributes).find(each => attribute(each, 'Id') === id)
  const path = target === undefined ? undefined : attribute(target, 'Target')
  return path === undefined ? undefined : path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

async function readRows(sheet: string, book: Book): Promise<Row[]> {
  const rows: Row[] = []
  let line = 0
  for (const { attributes, content } of elements(sheet, 'row')) {
    line = Number(attribute(attributes, 'r') ?? line + 1)
    rows.push({ line, cells: readCells(content, book) })
    if (rows.length > maxTableRows + 1 && rows.filter(({ cells }) => cells.length > 0).length > maxTableRows + 1) throw tooManyCells('errors.import_rows', maxTableRows)
    if (rows.length % rowsAtOnce === 0) await new Promise(resolve => setImmediate(resolve))
  }
  return rows
}

function readCells(row: string, book: Book): Cell[] {
  const cells: Cell[] = []
  let at = -1
  for (const { attributes, content } of elements(row, 'c')) {
    const place = attribute(attributes, 'r')
    at = place === undefined ? at + 1 : columnOf(place)
    // Beyond the widest table there is nothing to read; the head tells that it is too wide.
    if (at < 0 || at > maxTableColumns) continue
    while (cells.length < at) cells.push(null)
    cells[at] = readCell(attributes, content, book)
  }
  return cells
}

/** `AB12` stands in column 27. */
function columnOf(place: string): number {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0] ?? ''
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readCell(attributes: string, content: string, { shared, formats, is1904 }: Book): Cell {
  const type = attribute(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return plainRuns(content)
  const value = textOf(content, 'v')
  if (value === undefined || value === '') return null
  if (type === 's') return shared[Number(value)] ?? null
  if (type === 'b') return value === '1' || value === 'true'
  if (type !== 'n') return type === 'd' ? value.replace('T', ' ') : unescaped(value)
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const format = formats[Number(attribute(attributes, 's') ?? 0)]
  return (format === undefined ? undefined : dated(number + (is1904 ? 1462 : 0), format)) ?? { number: plainNumber(value, number) }
}

/** `1.5E3` and what binary fractions leave (`0.30000000000000004`) as a decimal of the digits that a spreadsheet shows. */
function plainNumber(text: string, number: number): string {
  if (/^-?\d{1,15}$/.test(text)) return text
  const rounded = Number(number.toPrecision(15))
  return /e/i.test(String(rounded)) ? rounded.toFixed(20).replace(/\.?0+$/, '') : String(rounded)
}

const dayMs = 86_400_000

function dated(serial: number, format: 'day' | 'moment'): Cell | undefined {
  // Days before March 1900 are counted with one too many.
  const instant = new Date(Math.round(((serial < 60 ? serial + 1 : serial) - 25_569) * 86_400) * 1000)
  if (serial < 0 || Number.isNaN(instant.getTime()) || instant.getTime() > 253_402_300_799_999) return undefined
  const iso = instant.toISOString()
  return format === 'day' && instant.getTime() % dayMs === 0 ? { day: iso.slice(0, 10) } : { moment: iso.slice(0, 19).replace('T', ' ') }
}

/** Text of a string with its runs; how it is to be pronounced is left out. */
function plainRuns(content: string): string {
  const spoken = [...elements(content, 'rPh')].map(({ content: part }) => part)
  const shown = spoken.reduce((text, part) => text.replace(part, ''), content)
  return [...elements(shown, 't')].map(({ content: part }) => unescaped(part)).join('').replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** Which styles of cells show days or moments. */
function dateFormats(styles: string): DateFormat[] {
  const custom = new Map([...elements(styles, 'numFmt')].map(({ attributes }) => [Number(attribute(attributes, 'numFmtId')), unescaped(attribute(attributes, 'formatCode') ?? '')]))
  const [cells] = [...elements(styles, 'cellXfs')]
  return [...elements(cells?.content ?? '', 'xf')].map(({ attributes }) => {
    const id = Number(attribute(attributes, 'numFmtId') ?? 0)
    return custom.has(id) ? formatKind(custom.get(id)!) : builtInKind(id)
  })
}

function builtInKind(id: number): DateFormat {
  if ([14, 15, 16, 17].includes(id) || (id >= 27 && id <= 31) || (id >= 34 && id <= 36) || (id >= 50 && id <= 58)) return 'day'
  return [18, 19, 20, 21, 22, 32, 33, 45, 46, 47].includes(id) ? 'moment' : undefined
}

/** A format code shows dates where letters of dates stand outside quotes, brackets and escapes. */
function formatKind(code: string): DateFormat {
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  if (/general|[#0?]/.test(bare.replace(/\.0+/g, '')) || !/[dyhs]|m/.test(bare)) return undefined
  return /[hs]/.test(bare) ? 'moment' : 'day'
}
