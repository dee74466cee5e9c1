import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Cell, Sheet } from '#server/spreadsheet/cells.ts'
import { readTable } from '#server/spreadsheet/read-table.ts'
import { writeCsv } from '#server/spreadsheet/write-csv.ts'
import { writeXlsx } from '#server/spreadsheet/write-xlsx.ts'
import { openZip } from '#server/spreadsheet/read-zip.ts'
import { writeZip } from '#server/spreadsheet/zip-writer.ts'

const titles = ['عنوان', 'n', 'x']
async function* each(rows: Cell[][]) {
  yield* rows
}
const sheetOf = (rows: Cell[][], rightToLeft = false): Sheet => ({
  name: 'A/B: [1]',
  rightToLeft,
  columns: titles.map((title) => ({ title, width: 20 })),
  rows: each(rows),
})
async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}
const xlsx = (rows: Cell[][], rightToLeft?: boolean) => whole(writeXlsx(sheetOf(rows, rightToLeft)))
async function csv(rows: Cell[][]): Promise<string> {
  let text = ''
  for await (const part of writeCsv(sheetOf(rows))) text += part
  return text
}
const zipOf = (files: Record<string, string>) => whole(writeZip(Object.entries(files).map(([name, text]) => ({ name, parts: [text] }))))
const cellsOf = async (bytes: Buffer, name: string, locale = 'fa') => (await readTable(bytes, name, locale)).rows.map(({ cells }) => cells)
const nasty = 'چند "گفته"، &<>\u200c\r\nخط دوم 😀 _x0041_'

describe('XLSX', () => {
  const rows: Cell[][] = [
    [nasty, { number: '-12.5', style: 'amount' }, true],
    ['=1+1', { day: '2024-03-20' }, null],
    [null, { moment: '2024-03-20 14:30:05' }, false],
    ['0912', { number: '123456789012345678.25' }, { day: '1850-01-01' }],
  ]
  it('keeps what cells are', async () => {
    expect(await cellsOf(await xlsx(rows), 'a.xlsx')).toEqual([
      [nasty, { number: '-12.5' }, true],
      ['=1+1', { day: '2024-03-20' }],
      [null, { moment: '2024-03-20 14:30:05' }, false],
      // What a spreadsheet would round, and days that it does not count, stay as text.
      ['0912', '123456789012345678.25', '1850-01-01'],
    ])
  })
  it('writes text as text, the head in view, and from right to left where asked', async () => {
    const zip = openZip(await xlsx(rows, true), 1e6)
    const sheet = (await zip.read('xl/worksheets/sheet1.xml'))!.toString()
    expect(sheet).toContain('rightToLeft="1"')
    expect(sheet).toContain('state="frozen"')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>')
    expect((await openZip(await xlsx(rows), 1e6).read('xl/worksheets/sheet1.xml'))!.toString()).not.toContain('rightToLeft')
    // Without its named style readers of spreadsheets warn of a file.
    expect((await zip.read('xl/styles.xml'))!.toString()).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
    expect((await zip.read('xl/workbook.xml'))!.toString()).toContain('name="A B   1"')
  })
  it('reads shared strings, saved values of formulas, prefixes and dates by their style', async () => {
    const bytes = await zipOf({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="h" state="hidden" r:id="a"/><x:sheet name="s" r:id="b"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/no.xml"/><Relationship Id="b" Target="/xl/worksheets/yes.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-fa]d&quot;m&quot;/mm/yyyy"/><numFmt numFmtId="171" formatCode="#,##0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml': '<sst><si><r><t>تیت</t></r><r><t>ر</t></r><rPh><t>no</t></rPh></si></sst>',
      'xl/worksheets/yes.xml':
        '<x:worksheet><x:sheetData><x:row r="3"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="C3" t="str"><x:f>1</x:f><x:v>b</x:v></x:c></x:row><x:row r="5"><x:c r="A5"><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c r="B5" s="1"><x:v>44200</x:v></x:c><x:c r="C5" s="2"><x:v>0.30000000000000004</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect(await readTable(bytes, 'a.xlsx', 'fa')).toEqual({
      titles: ['تیتر', '', 'b'],
      rows: [{ line: 5, cells: [{ number: '2' }, { day: '2025-01-05' }, { number: '0.3' }] }],
    })
  })
  it('ends where its rows end in a fault', async () => {
    async function* broken(): AsyncGenerator<Cell[]> {
      yield ['a']
      throw new Error('no more rows')
    }
    await expect(whole(writeXlsx({ ...sheetOf([]), rows: broken() }))).rejects.toThrow('no more rows')
  })
  it('refuses what unpacks to more than is taken, whatever it says of its size', async () => {
    const bomb = await zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationship Id="a" Target="worksheets/s.xml"/>',
      'xl/worksheets/s.xml': ' '.repeat(52 * 1024 * 1024),
    })
    await expect(readTable(bomb, 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-too-large' })
    // The same with sizes that lie.
    const at = bomb.lastIndexOf(Buffer.from('xl/worksheets/s.xml')) - 46
    bomb.writeUInt32LE(10, at + 24)
    await expect(readTable(bomb, 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-too-large' })
  })
  const workbook = (...names: string[]) => ({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name) => `<sheet name="${name}" r:id="${name}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((name) => `<Relationship Id="${name}" Target="worksheets/${name}.xml"/>`).join('')}</Relationships>`,
  })
  const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const row = (line: number, cell: string) => `<row r="${line}">${cell}</row>`
  it('refuses sheets and texts that are cut off', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => row(at + 1, '<c t="s"><v>0</v></c>')).join('')
    const strings = '<sst><si><t>a</t></si><si><t>b</t></si></sst>'
    const whole = { ...workbook('a'), 'xl/worksheets/a.xml': sheetXml(rows), 'xl/sharedStrings.xml': strings }
    expect((await readTable(await zipOf(whole), 'a.xlsx', 'fa')).rows).toHaveLength(8)
    const cut = [
      { 'xl/worksheets/a.xml': sheetXml(rows).slice(0, 120) },
      { 'xl/worksheets/a.xml': sheetXml(rows).replace('</sheetData>', '') },
      { 'xl/worksheets/a.xml': `<worksheet><sheetData>${rows}` },
      { 'xl/sharedStrings.xml': strings.slice(0, 30) },
    ]
    for (const part of cut)
      await expect(readTable(await zipOf({ ...whole, ...part }), 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-broken' })
  })
  it('tells a limit with the number that was met: rows, cells, styles and shared texts; empty rows are none', async () => {
    const sheet = (rows: string, more = {}) => zipOf({ ...workbook('a'), 'xl/worksheets/a.xml': sheetXml(rows), ...more })
    const refused = async (bytes: Buffer) =>
      readTable(bytes, 'a.xlsx', 'en').then(
        () => null,
        (error: { metadata: unknown }) => error.metadata,
      )
    expect(await refused(await sheet('<row><c><v>1</v></c></row>'.repeat(100_002)))).toEqual({ max: 100_000, found: 100_002 })
    expect(await refused(await sheet(`<row>${'<c/>'.repeat(5000)}</row>`.repeat(1001)))).toEqual({ max: 5_000_000, found: 5_001_000 })
    const styles = `<styleSheet><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></styleSheet>`
    expect(await refused(await sheet('<row/>', { 'xl/styles.xml': styles }))).toEqual({ max: 65_490, found: 70_000 })
    const strings = `<sst>${'<si/>'.repeat(1_000_001)}</sst>`
    expect(await refused(await sheet('<row/>', { 'xl/sharedStrings.xml': strings }))).toEqual({ max: 1_000_000, found: 1_000_001 })
    const sparse = await sheet(`<row r="1"><c><v>1</v></c></row>${'<row/>'.repeat(400_000)}<row><c><v>2</v></c></row>`)
    expect((await readTable(sparse, 'a.xlsx', 'en')).rows).toEqual([{ line: 400_002, cells: [{ number: '2' }] }])
  })
  it('refuses a title that is longer than a cell, before it is handed on, with the number that was met', async () => {
    const message = { key: 'errors.import_title', values: { count: 32_767, column: 2, found: 9_000_000 } }
    await expect(readTable(Buffer.from(`a,${'a'.repeat(9_000_000)}\n1,2\n`), 'a.csv', 'en')).rejects.toMatchObject({
      code: 'file-broken',
      errors: { file: [message] },
    })
    const title = `<row><c t="inlineStr"><is><t>${'a'.repeat(40_000)}</t></is></c></row>`
    const long = await zipOf({ ...workbook('a'), 'xl/worksheets/a.xml': sheetXml(`${title}<row><c><v>1</v></c></row>`) })
    await expect(readTable(long, 'a.xlsx', 'en')).rejects.toMatchObject({ metadata: { max: 32_767, found: 40_000 } })
  })
  it('counts a text that cells share once for each of them, and looks at no format code longer than one may be', async () => {
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(300)
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'z'.repeat(200_000)}</t></si></sst>` }
    await expect(
      readTable(await zipOf({ ...workbook('a'), 'xl/worksheets/a.xml': sheetXml(cells), ...shared }), 'a.xlsx', 'en'),
    ).rejects.toMatchObject({ code: 'file-too-large' })
    const code = `d${'['.repeat(3_000_000)}`
    const formats = `<styleSheet><numFmt numFmtId="200" formatCode="${code}"/><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`
    const formatted = sheetXml('<row><c s="0"><v>1</v></c></row><row><c s="0"><v>2</v></c></row>')
    const bytes = await zipOf({ ...workbook('a'), 'xl/worksheets/a.xml': formatted, 'xl/styles.xml': formats })
    expect((await readTable(bytes, 'a.xlsx', 'en')).rows).toEqual([{ line: 2, cells: [{ number: '2' }] }])
  })
  it('reads the first sheet that has rows, and says which', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const files = {
      ...workbook('cover', 'goods'),
      'xl/worksheets/cover.xml': '<worksheet><sheetData/></worksheet>',
      'xl/worksheets/goods.xml': sheetXml(row(1, cell('t')) + row(2, cell('x'))),
    }
    expect(await readTable(await zipOf(files), 'a.xlsx', 'fa')).toMatchObject({ titles: ['t'], rows: [{ cells: ['x'] }], sheet: 'goods' })
  })
  it('reads times of day as times', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>'
    const at = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const files = {
      ...workbook('a'),
      'xl/styles.xml': styles,
      'xl/worksheets/a.xml': sheetXml(
        row(1, '<c t="str"><v>t</v></c>') +
          row(2, at(0, 0.354166666666667)) +
          row(3, at(0, 0.354340277777778)) +
          row(4, at(0, 0)) +
          row(5, at(1, 44200.25)),
      ),
    }
    expect(await cellsOf(await zipOf(files), 'a.xlsx')).toEqual([['08:30'], ['08:30:15'], ['00:00'], [{ moment: '2021-01-04 06:00:00' }]])
  })
  it('refuses broken files and false names', async () => {
    const sound = await xlsx(rows)
    await expect(readTable(sound.subarray(0, sound.length - 30), 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-broken' })
    await expect(readTable(await zipOf({ 'a.txt': 'a' }), 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-broken' })
    await expect(readTable(sound, 'a.csv', 'fa')).rejects.toMatchObject({ code: 'file-type' })
    await expect(readTable(Buffer.from('a,b'), 'a.xlsx', 'fa')).rejects.toMatchObject({ code: 'file-type' })
    await expect(readTable(deflateRawSync('%PDF'.repeat(99)), 'a.csv', 'fa')).rejects.toMatchObject({ code: 'file-type' })
    await expect(readTable(Buffer.from('a'), 'a.pdf', 'fa')).rejects.toMatchObject({ code: 'file-type' })
    await expect(readTable(Buffer.alloc(0), 'a.csv', 'fa')).rejects.toMatchObject({ code: 'file-empty' })
    await expect(readTable(Buffer.from('sep=,\r\na,b\r\n1,"2\n3"\r\n4,"5\r\n6,7\r\n'), 'a.csv', 'fa')).rejects.toMatchObject({
      code: 'file-broken',
      metadata: { line: 5 },
    })
  })
})

describe('CSV', () => {
  it('is what RFC 4180 says, with a mark of its encoding', async () => {
    expect(
      await csv([
        [nasty, { number: '-12.5' }, true],
        [null, { day: '2024-03-20' }, ' a'],
      ]),
    ).toBe(`\ufeffعنوان,n,x\r\n"${nasty.replaceAll('"', '""')}",-12.5,true\r\n,2024-03-20," a"\r\n`)
  })
  it.each(['=1+1', '+1', '-1', '@a', '\ta', '\ra', '＝1', "'=1", "''-1"])('makes %j no formula, and reads it back', async (text) => {
    const written = await csv([[text, null, null]])
    expect(written.split('\r\n')[1]!.replace(/^"/, '')).toMatch(/^'/)
    expect((await cellsOf(Buffer.from(written), 'a.csv'))[0]![0]).toBe(text)
  })
  it.each([',', ';', '\t', '|'])('finds the fields that %j tells apart', async (sign) => {
    const table = await readTable(Buffer.from([`"a,;b"${sign}b`, '', `1${sign}"x\ny"`, `2${sign}`].join('\n')), 'a.csv', 'fa')
    expect(table).toMatchObject({ titles: ['a,;b', 'b'], delimiter: sign, encoding: 'utf-8' })
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['1', 'x\ny'],
      ['2', ''],
    ])
  })
  it('knows UTF-16 and what spreadsheets write in the language of the sender', async () => {
    const utf16 = Buffer.from('\ufeffنام,سن\nعلی,۵', 'utf16le')
    expect(await readTable(utf16, 'a.csv', 'fa')).toMatchObject({ encoding: 'utf-16le', titles: ['نام', 'سن'] })
    expect(await readTable(utf16.subarray(2), 'a.csv', 'fa')).toMatchObject({ encoding: 'utf-16le' })
    expect(await readTable(Buffer.from(utf16).swap16(), 'a.csv', 'fa')).toMatchObject({ encoding: 'utf-16be', titles: ['نام', 'سن'] })
    expect(await readTable(Buffer.from([0xe4, 0xc7, 0xe3, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]), 'a.csv', 'fa')).toMatchObject({
      encoding: 'windows-1256',
      titles: ['نام', 'a'],
    })
    // Letters of Arabic script decide before the language of the sender; those of accents do not.
    for (const locale of ['en', 'de', 'ru'])
      expect(await readTable(Buffer.from([0xe4, 0xc7, 0xe3, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]), 'a.csv', locale)).toMatchObject({
        encoding: 'windows-1256',
        isGuessed: true,
        titles: ['نام', 'a'],
      })
    expect(
      await readTable(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]), 'a.csv', 'ru'),
    ).toMatchObject({ encoding: 'windows-1251', titles: ['Привет', 'a'] })
    expect(await readTable(Buffer.from([0x4d, 0xe4, 0x6e, 0x6e, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]), 'a.csv', 'de')).toMatchObject({
      encoding: 'windows-1252',
      titles: ['Männ', 'a'],
    })
    expect(await readTable(Buffer.from([0x66, 0xfc, 0x72, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0x32]), 'a.csv', 'de')).toMatchObject({
      encoding: 'windows-1252',
      titles: ['für', 'a'],
    })
  })
  it('takes a text for UTF-16 only where its bytes say so, and tells where an empty byte stands in another', async () => {
    const text = `username,first_name\n${Array.from({ length: 40 }, (_, at) => `user-${at},name`).join('\n')}\n`
    for (const at of [text.indexOf('user-3,'), text.indexOf('user-3,') + 1]) {
      const bytes = Buffer.from(`${text.slice(0, at)}\0${text.slice(at)}`)
      await expect(readTable(bytes, 'a.csv', 'en')).rejects.toMatchObject({ code: 'file-broken', metadata: { line: 5 } })
    }
    await expect(readTable(Buffer.from('a,b\n1,\0x\n'), 'a.csv', 'en')).rejects.toMatchObject({
      code: 'file-broken',
      metadata: { line: 2 },
    })
    await expect(readTable(Buffer.concat([Buffer.from('%PDF'), Buffer.alloc(60)]), 'a.csv', 'en')).rejects.toMatchObject({
      code: 'file-type',
    })
    for (const [some, encoding] of [
      [text, 'utf-16le'],
      ['имя,город\nОльга,Казань\n', 'utf-16le'],
      ['姓名,城市\n李雷,北京\n韩梅梅,上海\n', 'utf-16le'],
    ] as const) {
      expect(await readTable(Buffer.from(some, 'utf16le'), 'a.csv', 'en')).toMatchObject({ encoding })
    }
  })
  it('tells of rows that have more cells than the head', async () => {
    expect(await readTable(Buffer.from('a,b\n1,2,,\n1,2,3\n\n1,2,3,4,\n'), 'a.csv', 'en')).toMatchObject({
      titles: ['a', 'b'],
      wider: { rows: 2, line: 3, cells: 3 },
    })
    expect(await readTable(Buffer.from('a,b\n1,2,,\n'), 'a.csv', 'en')).not.toHaveProperty('wider')
  })
  it('takes no more rows and columns than it says', async () => {
    await expect(readTable(Buffer.from(`a\n${'1\n'.repeat(100_001)}`), 'a.csv', 'fa')).rejects.toMatchObject({
      code: 'file-broken',
      metadata: { max: 100_000 },
    })
    await expect(readTable(Buffer.from(`${'a,'.repeat(200)}a\n1`), 'a.csv', 'fa')).rejects.toMatchObject({
      code: 'file-broken',
      metadata: { max: 200 },
    })
  })
})
