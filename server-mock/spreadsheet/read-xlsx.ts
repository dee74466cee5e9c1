import { brokenFile, fileTooLarge } from '#server/plugins/file-refusals.ts'
import { lettersOf, maxSheetRows, type Cell } from './cells.ts'
import { maxCellStyles, maxSharedTexts, maxTableBytes, maxTableCells, maxTableColumns, maxTableRows, tooManyCells } from './table-limits.ts'
import { openZip } from './read-zip.ts'
import { attribute, elements, textOf, unescaped } from './scan-xml.ts'
import { isWellFormedXml } from './well-formed-xml.ts'

type Row = { line: number; cells: Cell[] }
/** Rows of a sheet; `sheet` is its name if the workbook shows several. */
export interface ReadSheet {
  rows: Row[]
  sheet?: string
}
interface Book {
  shared: string[]
  formats: DateFormat[]
  is1904: boolean
}
type DateFormat = 'day' | 'moment' | undefined

/** Longest sheet name in a message; Excel allows 31 characters. */
const maxSheetName = 100
/** Most sheets that are searched for rows. */
const maxSheets = 20
/** Rows that are read before other requests get their turn. */
const rowsAtOnce = 2000

/**
 * The rows of the first visible sheet that is not empty, with the values as they were saved.
 * @source ECMA-376, SpreadsheetML
 * @throws `file-broken`, `file-too-large`
 */
export async function readXlsx(bytes: Buffer): Promise<ReadSheet> {
  const zip = openZip(bytes, maxTableBytes)
  const read = async (name: string) => {
    const xml = (await zip.read(name))?.toString('utf8') ?? ''
    if (!isWellFormedXml(xml)) throw brokenFile()
    return xml
  }
  const workbook = await read('xl/workbook.xml')
  const sheets = sheetsOf(workbook, await read('xl/_rels/workbook.xml.rels'))
  const lone = zip.names().find((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  if (sheets.length === 0 && lone !== undefined) sheets.push({ path: lone, name: '' })
  if (workbook === '' || sheets.length === 0 || sheets.some(({ path }) => !zip.has(path))) throw brokenFile()
  const book: Book = {
    shared: sharedTexts(await read('xl/sharedStrings.xml')),
    formats: dateFormats(await read('xl/styles.xml')),
    is1904: [...elements(workbook, 'workbookPr')].some(({ attributes }) => ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')),
  }
  let first: Row[] | undefined
  for (const { path, name } of sheets) {
    const rows = await readRows(await read(path), book)
    if (rows.some(({ cells }) => cells.some((cell) => cell !== null && cell !== '')))
      return { rows, ...(sheets.length > 1 && { sheet: name }) }
    first ??= rows
  }
  return { rows: first ?? [] }
}

/** Visible sheets of cells in their order; if all are hidden, the first one. */
function sheetsOf(workbook: string, relations: string): { path: string; name: string }[] {
  const sheets = [...elements(workbook, 'sheet')].map(({ attributes }) => attributes)
  const visible = sheets.filter((sheet) => !['hidden', 'veryHidden'].includes(attribute(sheet, 'state') ?? ''))
  const targets = new Map(
    [...elements(relations, 'Relationship')].map(({ attributes }) => [attribute(attributes, 'Id'), attribute(attributes, 'Target')]),
  )
  return (visible.length > 0 ? visible : sheets.slice(0, 1)).slice(0, maxSheets).flatMap((sheet) => {
    const target = targets.get(attribute(sheet, 'id'))
    // A sheet that contains only a chart has no rows.
    if (target === undefined || target.includes('chartsheets/')) return []
    return [
      { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, name: (attribute(sheet, 'name') ?? '').slice(0, maxSheetName) },
    ]
  })
}

async function readRows(sheet: string, book: Book): Promise<Row[]> {
  const rows: Row[] = []
  if (/<(?:\w+:)?sheetData[\s/>]/.test(sheet) && elements(sheet, 'sheetData').next().done) throw brokenFile()
  let [line, cells, seen, letters] = [0, 0, 0, 0]
  for (const { attributes, content } of elements(sheet, 'row')) {
    line = Number(attribute(attributes, 'r') ?? line + 1)
    seen += 1
    if (seen > maxSheetRows) throw tooManyCells('errors.import_rows', maxTableRows, seen)
    if (seen % rowsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    if (content === '') continue
    const row = readCells(content, book, (count) => {
      cells += count
      if (cells > maxTableCells) throw tooManyCells('errors.import_cells', maxTableCells, cells)
    })
    if (row.length === 0) continue
    // A text that cells share is one in the file, and one for each of them when they are read.
    letters += lettersOf(row)
    if (letters > maxTableBytes) throw fileTooLarge(letters, maxTableBytes)
    rows.push({ line, cells: row })
    // One more, for the header.
    if (rows.length > maxTableRows + 1) throw tooManyCells('errors.import_rows', maxTableRows, rows.length)
  }
  return rows
}

/** `onCells` is called with the number of cells in the row, including empty ones. */
function readCells(row: string, book: Book, onCells: (count: number) => void): Cell[] {
  const cells: Cell[] = []
  let [at, count] = [-1, 0]
  for (const { attributes, content } of elements(row, 'c')) {
    count += 1
    if (count % 1000 === 0) onCells(1000)
    const place = attribute(attributes, 'r')
    at = place === undefined ? at + 1 : columnOf(place)
    // Cells to the right of the widest allowed table are not read; a header that is too wide is reported elsewhere.
    if (at < 0 || at > maxTableColumns) continue
    const cell = readCell(attributes, content, book)
    if (cell === null) continue
    while (cells.length < at) cells.push(null)
    cells[at] = cell
  }
  onCells(count % 1000)
  return cells
}

/** `AB12` is in column 27, counted from 0. */
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
  if (format === 'moment' && number >= 0 && number < 1) return timeOfDay(number)
  return (format === undefined ? undefined : dated(number + (is1904 ? 1462 : 0), format)) ?? { number: plainNumber(value, number) }
}

/** `1.5E3` and results of binary fractions (`0.30000000000000004`) as a decimal with the digits that a spreadsheet shows. */
function plainNumber(text: string, number: number): string {
  if (/^-?\d{1,15}$/.test(text)) return text
  const rounded = Number(number.toPrecision(15))
  return /e/i.test(String(rounded)) ? rounded.toFixed(20).replace(/\.?0+$/, '') : String(rounded)
}

const dayMs = 86_400_000

/** `08:30`, or `08:30:15` if the seconds are not zero. */
const timeOfDay = (share: number): string =>
  new Date(Math.min(Math.round(share * 86_400), 86_399) * 1000).toISOString().slice(11, 19).replace(/:00$/, '')

function dated(serial: number, format: 'day' | 'moment'): Cell | undefined {
  // Spreadsheets count a 29 February 1900, so serials before March 1900 are one too low.
  const instant = new Date(Math.round(((serial < 60 ? serial + 1 : serial) - 25_569) * 86_400) * 1000)
  if (serial < 0 || Number.isNaN(instant.getTime()) || instant.getTime() > 253_402_300_799_999) return undefined
  const iso = instant.toISOString()
  return format === 'day' && instant.getTime() % dayMs === 0 ? { day: iso.slice(0, 10) } : { moment: iso.slice(0, 19).replace('T', ' ') }
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  for (const { content } of elements(xml, 'si')) {
    texts.push(plainRuns(content))
    if (texts.length > maxSharedTexts) throw tooManyCells('errors.import_texts', maxSharedTexts, texts.length)
  }
  return texts
}

/** Most phonetic parts of one text. */
const maxSpokenParts = 1000
/** A text without formatted runs, which is the common case. */
const singleRun = /^<t(?: [^<>]*)?>([^<]*)<\/t>$/
const decoded = (text: string) =>
  unescaped(text).replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** The text of a string with formatted runs, without its phonetic parts. */
function plainRuns(content: string): string {
  const single = singleRun.exec(content)
  if (single) return decoded(single[1]!)
  const spoken = [...elements(content, 'rPh')].map(({ content: part }) => part)
  if (spoken.length > maxSpokenParts) throw brokenFile()
  const remaining = spoken.reduce((text, part) => text.replace(part, ''), content)
  return decoded([...elements(remaining, 't')].map(({ content: part }) => part).join(''))
}

/** Which cell styles show days or moments. */
function dateFormats(styles: string): DateFormat[] {
  const custom = new Map(
    [...elements(styles, 'numFmt')].map(({ attributes }) => [
      Number(attribute(attributes, 'numFmtId')),
      unescaped(attribute(attributes, 'formatCode') ?? ''),
    ]),
  )
  const [cells] = [...elements(styles, 'cellXfs')]
  const formats = [...elements(cells?.content ?? '', 'xf')]
  if (formats.length > maxCellStyles) throw tooManyCells('errors.import_styles', maxCellStyles, formats.length)
  return formats.map(({ attributes }) => {
    const id = Number(attribute(attributes, 'numFmtId') ?? 0)
    return custom.has(id) ? formatKind(custom.get(id)!) : builtInKind(id)
  })
}

function builtInKind(id: number): DateFormat {
  if ([14, 15, 16, 17].includes(id) || (id >= 27 && id <= 31) || (id >= 34 && id <= 36) || (id >= 50 && id <= 58)) return 'day'
  return [18, 19, 20, 21, 22, 32, 33, 45, 46, 47].includes(id) ? 'moment' : undefined
}

/**
 * Longest format code that is looked at.
 * @source Excel specifications and limits: 255 characters of a number format
 */
const maxFormatCode = 255

/** A format code shows dates if it has date letters outside quotes, brackets and escapes. */
function formatKind(code: string): DateFormat {
  if (code.length > maxFormatCode) return undefined
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  if (/general|[#0?]/.test(bare.replace(/\.0+/g, '')) || !/[dyhs]|m/.test(bare)) return undefined
  return /[hs]/.test(bare) ? 'moment' : 'day'
}
