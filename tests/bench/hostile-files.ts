import { writeZip } from '#server/spreadsheet/zip-writer.ts'

const repeated = (text: string, times: number) => Array.from({ length: Math.ceil(times / 1000) }, () => text.repeat(1000))
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const workbook = (...names: string[]) => ({
  '[Content_Types].xml': [
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>${names.map((name) => `<Override PartName="/xl/worksheets/${name}.xml" ContentType="${sheetType}.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="${sheetType}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  ],
  '_rels/.rels': [`<Relationships><Relationship Id="r1" Type="${officeNames}/officeDocument" Target="xl/workbook.xml"/></Relationships>`],
  'xl/workbook.xml': [
    `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  'xl/_rels/workbook.xml.rels': [
    `<Relationships>${names.map((name, at) => `<Relationship Id="r${at + 1}" Type="${officeNames}/worksheet" Target="worksheets/${name}.xml"/>`).join('')}<Relationship Id="rs" Type="${officeNames}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rt" Type="${officeNames}/styles" Target="styles.xml"/></Relationships>`,
  ],
})
const rows = '<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c><v>1</v></c></row>'
const sheet = (before: string[], after: string[] = []) => ['<worksheet>', ...before, '</sheetData>', ...after, '</worksheet>']
const plain = sheet([`<sheetData>${rows}`])

type Parts = Record<string, string[]>

/** Workbooks of at most some ten kilobytes that cost whoever reads them without care seconds and gigabytes. */
const books: Record<string, Parts> = {
  'zip bomb of one sheet': { 'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated(' '.repeat(64), 1_000_000)]) },
  'shared strings of 60 MB': {
    'xl/worksheets/a.xml': plain,
    'xl/sharedStrings.xml': ['<sst>', ...repeated('<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>', 1_000_000), '</sst>'],
  },
  'shared strings of 45 MB': {
    'xl/worksheets/a.xml': plain,
    'xl/sharedStrings.xml': ['<sst>', ...repeated('<si><t>a</t></si>', 2_500_000), '</sst>'],
  },
  'one text of 200,000 letters in 90,000 cells': {
    'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated('<row><c t="s"><v>0</v></c></row>', 90_000)]),
    'xl/sharedStrings.xml': ['<sst><si><t>', ...repeated('z', 200_000), '</t></si></sst>'],
  },
  'one text of 20,000 letters in 2,400 cells': {
    'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated('<row><c t="s"><v>0</v></c></row>', 2400)]),
    'xl/sharedStrings.xml': ['<sst><si><t>', ...repeated('z', 20_000), '</t></si></sst>'],
  },
  'shared strings with phonetic runs': {
    'xl/worksheets/a.xml': plain,
    'xl/sharedStrings.xml': ['<sst><si>', ...repeated('<rPh sb="0" eb="1"><t>a</t></rPh>', 400_000), '</si></sst>'],
  },
  'rows of 16,384 columns': {
    'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated(`<row>${'<c><v>1</v></c>'.repeat(200)}</row>`, 16_000)]),
  },
  'a cell far to the right in each row': {
    'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated('<row r="2"><c r="XFD2"><v>1</v></c><c r="GR2"><v>1</v></c></row>', 90_000)]),
  },
  'a million empty rows': { 'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated('<row/>', 5_000_000)]) },
  'styles by the million': {
    'xl/worksheets/a.xml': plain,
    'xl/styles.xml': ['<styleSheet><cellXfs>', ...repeated('<xf numFmtId="14"/>', 2_000_000), '</cellXfs></styleSheet>'],
  },
  'formats by the million': {
    'xl/worksheets/a.xml': plain,
    'xl/styles.xml': ['<styleSheet>', ...repeated('<numFmt numFmtId="165" formatCode="[[[[[[yy"/>', 900_000), '</styleSheet>'],
  },
  'a format code without end': {
    'xl/worksheets/a.xml': plain,
    'xl/styles.xml': ['<styleSheet><numFmt numFmtId="165" formatCode="', ...repeated('[', 20_000_000), '"/></styleSheet>'],
  },
  'a used format code of 3,000,000 brackets': {
    'xl/worksheets/a.xml': sheet(['<sheetData><row><c s="0"><v>1</v></c></row>']),
    'xl/styles.xml': [
      '<styleSheet><numFmt numFmtId="200" formatCode="',
      ...repeated('[', 3_000_000),
      '"/><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>',
    ],
  },
  'deep XML': { 'xl/worksheets/a.xml': sheet(['<sheetData>', ...repeated('<row>', 5_000_000)]) },
  'rows that are not closed': { 'xl/worksheets/a.xml': ['<worksheet><sheetData>', ...repeated('<row r="1" ', 2_000_000), '</worksheet>'] },
  'merged cells by the million': {
    'xl/worksheets/a.xml': sheet(
      [`<sheetData>${rows}`],
      ['<mergeCells>', ...repeated('<mergeCell ref="A1:XFD1048576"/>', 1_000_000), '</mergeCells>'],
    ),
  },
  'entities of a document type': {
    'xl/worksheets/a.xml': [`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(9999)}"><!ENTITY b "${'&a;'.repeat(9999)}">]>`, ...plain],
  },
  'a title of 30,000,000 letters': {
    'xl/worksheets/a.xml': sheet([
      '<sheetData><row r="1"><c t="inlineStr"><is><t>',
      ...repeated('a', 30_000_000),
      '</t></is></c></row><row r="2"><c><v>1</v></c></row>',
    ]),
  },
  'twenty sheets of ten megabytes': Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`xl/worksheets/s${at}.xml`, sheet(['<sheetData>', ...repeated('<row/>', 400_000)])]),
  ),
}

/** A file and its name. */
export interface HostileFile {
  shape: string
  name: string
  bytes: Buffer
}

export async function hostileFiles(): Promise<HostileFile[]> {
  const found: HostileFile[] = []
  for (const [shape, parts] of Object.entries(books)) {
    const names = Object.keys(parts).flatMap((path) => /worksheets\/(\w+)\.xml/.exec(path)?.[1] ?? [])
    const pieces: Buffer[] = []
    for await (const piece of writeZip(
      Object.entries({ ...workbook(...names), ...parts }).map(([name, texts]) => ({ name, parts: texts })),
    ))
      pieces.push(piece)
    found.push({ shape: `XLSX: ${shape}`, name: 'a.xlsx', bytes: Buffer.concat(pieces) })
  }
  const csv = (shape: string, text: string) =>
    found.push({ shape: `CSV: ${shape}`, name: 'a.csv', bytes: Buffer.from(text.slice(0, 9_900_000)) })
  csv('one line', `a,b\n${'x'.repeat(9_800_000)}`)
  csv('one title', `${'a'.repeat(9_000_000)}\n1\n`)
  csv('200 long titles', `${`${'ا'.repeat(20_000)},`.repeat(200)}\n1\n`)
  csv('one quote', `a,b\n"${'x\n'.repeat(4_900_000)}`)
  csv('one line of fields', `a,b\n${'1,'.repeat(4_900_000)}`)
  csv('quotes alone', `a,b\n${'"'.repeat(9_800_000)}`)
  csv('lines of an open quote', `a,b\n${'"x"y\n'.repeat(1_900_000)}`)
  csv('rows by the million', `a\n${'1\n'.repeat(4_900_000)}`)
  csv('rows of 200 columns', `${'a,'.repeat(199)}a\n${`${'1,'.repeat(199)}1\n`.repeat(24_000)}`)
  csv('letters of Arabic script', `a\n${'\u0627,'.repeat(3_000_000)}`)
  return found
}
