import { maxCellLength, type Cell, type Sheet } from './cells.ts'
import { writeZip } from './zip-writer.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the styles in `cellXfs`. */
const styles = { plain: 0, head: 1, text: 2, amount: 3, fraction: 4, day: 5, moment: 6 } as const

const stylesXml = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  'numFmtId="0"',
  'numFmtId="49" fontId="1" applyFont="1"',
  'numFmtId="49"',
  'numFmtId="3"',
  'numFmtId="4"',
  'numFmtId="164"',
  'numFmtId="165"',
]
  .map((format) => `<xf ${format} xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/**
 * A table as XLSX, in chunks: typed cells, text never read as a formula, a bold frozen header, and right-to-left sheets
 * for right-to-left locales.
 * @source ECMA-376, Office Open XML
 */
export const writeXlsx = (sheet: Sheet): AsyncIterable<Buffer> =>
  writeZip([
    {
      name: '[Content_Types].xml',
      parts: [
        `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      parts: [
        `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      parts: [
        `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [
        `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    { name: 'xl/styles.xml', parts: [stylesXml] },
    { name: 'xl/worksheets/sheet1.xml', parts: sheetXml(sheet) },
  ])

async function* sheetXml({ columns, rows, rightToLeft }: Sheet): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnLetters(at))
  const widths = columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${Math.max(4, Math.min(100, width))}" customWidth="1"/>`)
    .join('')
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView ${rightToLeft ? 'rightToLeft="1" ' : ''}workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`
  yield `<row r="1">${columns.map(({ title }, at) => textCell(`${letters[at]}1`, title, styles.head)).join('')}</row>`
  let number = 1
  for await (const cells of rows) {
    number += 1
    yield `<row r="${number}">${cells.map((cell, at) => cellXml(`${letters[at]}${number}`, cell)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

function cellXml(place: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(place, cell, styles.text)
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if ('number' in cell) return numberCell(place, cell.number, cell.style)
  const [text, style] = 'day' in cell ? [cell.day, styles.day] : [cell.moment, styles.moment]
  const serial = serialOf(text)
  return serial === undefined ? textCell(place, text, styles.text) : `<c r="${place}" s="${style}"><v>${serial}</v></c>`
}

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Digits that spreadsheets store. A number with more digits is written as text. */
const storedDigits = 15

function numberCell(place: string, number: string, style: 'plain' | 'amount' = 'plain'): string {
  if (number.replace(/^-?0*\.?0*/, '').replace(/\D/g, '').length > storedDigits) return textCell(place, number, styles.text)
  return `<c r="${place}" s="${style === 'plain' ? styles.plain : number.includes('.') ? styles.fraction : styles.amount}"><v>${number}</v></c>`
}

const dayMs = 86_400_000
/** Serial of 1 March 1900. Spreadsheets count a 29 February 1900, which did not exist. */
const firstSerial = 61

/** Days since 30 December 1899, with the time of day as a fraction; undefined for a moment that spreadsheets cannot represent. */
export function serialOf(text: string): number | undefined {
  const instant = Date.parse(`${text.length > 10 ? text.replace(' ', 'T') : `${text}T00:00:00`}Z`)
  const serial = instant / dayMs + 25_569
  return Number.isNaN(instant) || serial < firstSerial || serial >= 2_958_466 ? undefined : Math.round(serial * 86_400) / 86_400
}

/** `0` is A, `26` is AA. */
export const columnLetters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnLetters(Math.floor(at / 26) - 1) + columnLetters(at % 26)

/** A valid sheet name: short, and without forbidden characters. */
const sheetName = (name: string) =>
  [
    ...name
      .replace(/[:\\/?*[\]\p{Cc}]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .trim(),
  ]
    .slice(0, 31)
    .join('') || 'Sheet1'

/**
 * Characters that XML does not allow, or that parsers change: a carriage return becomes a line feed.
 * @source XML 1.0, 2.2 and 2.11
 */
const unwritable = /[\0-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Text in XML. Forbidden characters are written as spreadsheets write them (`_x000D_`), and text that looks like such an
 * escape is itself escaped.
 */
function escaped(text: string): string {
  const usable =
    text.length > maxCellLength
      ? text.slice(0, /[\ud800-\udbff]/.test(text.charAt(maxCellLength - 2)) ? maxCellLength - 2 : maxCellLength - 1) + '…'
      : text
  return usable
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => entities[sign]!)
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}
