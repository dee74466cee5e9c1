import { expect, test } from 'vitest'
import { readXlsx } from '#server/spreadsheet/read-xlsx.ts'
import { isWellFormedXml } from '#server/spreadsheet/well-formed-xml.ts'
import { writeZip } from '#server/spreadsheet/zip-writer.ts'

test.each([
  '',
  '<a/>',
  '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- x > & y -->\n<x:a b="1 > 0" c=\'"\' ><x:b/>1 &amp; 2 &#10;<![CDATA[a & <b>]]></x:a >\n<!-- end -->',
])('is well-formed: %j', (xml) => expect(isWellFormedXml(xml)).toBe(true))

test.each([
  'a',
  '<a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a/><b/>',
  '<a/>x',
  '<a>1 & 2</a>',
  '<a>&nbsp;</a>',
  '<a b=1/>',
  '<a b="x<y"/>',
  '<a b="&x;"/>',
  '<a b/>',
  '<a b="1"c="2"/>',
  '<a>1 < 2</a>',
  '<a><!-- </a>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<a>'.repeat(2000) + '</a>'.repeat(2000),
])('is not well-formed: %j', (xml) => expect(isWellFormedXml(xml)).toBe(false))

const rows = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`
async function workbook(sheet: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  const files = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  }
  for await (const piece of writeZip(Object.entries(files).map(([name, xml]) => ({ name, parts: [xml] })))) pieces.push(piece)
  return Buffer.concat(pieces)
}
const cell = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`

test('malformed XML of a sheet that is otherwise whole is told, not read in part', async () => {
  const sound = `<row r="1">${cell('A1', 'a')}</row><row r="2">${cell('A2', 'b')}</row>`
  expect((await readXlsx(await workbook(rows(sound)))).rows).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['b'] },
  ])
  for (const broken of [
    sound.replace('</row>', ''),
    sound.replace('</v>', '</w>'),
    sound.replace('>b<', '>1 & 2<'),
    sound.replace('t="str"', 't=str'),
  ])
    await expect(readXlsx(await workbook(rows(broken)))).rejects.toMatchObject({ code: 'file-broken' })
})
