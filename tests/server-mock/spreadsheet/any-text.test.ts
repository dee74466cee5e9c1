import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tablePieces } from '#server/exports/export-file.ts'
import type { Cell } from '#server/spreadsheet/cells.ts'
import { readTable } from '#server/spreadsheet/read-table.ts'

async function* each(rows: readonly Cell[][]) {
  yield* rows
}
async function written(format: 'csv' | 'xlsx', titles: string[], rows: Cell[][]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const columns = titles.map((title) => ({ title, width: 20 }))
  for await (const piece of tablePieces(format, { name: 'All', rightToLeft: true, columns, rows: each(rows) })) pieces.push(piece)
  return Buffer.concat(pieces)
}
/** Cells of the rows as they come back. */
async function readBack(format: 'csv' | 'xlsx', titles: string[], rows: Cell[][]): Promise<Cell[][]> {
  const { rows: read } = await readTable(await written(format, titles, rows), `a.${format}`, 'fa')
  return read.map(({ cells }) => titles.map((_, at) => cells[at] ?? null))
}

/** Signs that files have tripped over, among letters of all kinds; PostgreSQL stores no U+0000 and no half of a letter. */
const sign = fc.oneof(
  fc.constantFrom(
    ...'\u0001\u0008\u000b\u000c\u001b\u007f\u0085\u2028\ufeff\ufffd\ufffe\uffff\u200c\u00a0',
    ' ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '"',
    "'",
    ',',
    ';',
    '،',
    '|',
    '=',
    '+',
    '-',
    '@',
    '&',
    '<',
    '_x0041_',
    '_',
    'sep=;',
    '😀',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => !/\0|\p{Cs}/u.test(text)),
)
const text = fc
  .array(sign, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((whole) => whole !== '')

test.each(['csv', 'xlsx'] as const)('any text of a record comes back from %s as it was, and spoils no other', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }), text, async (pairs, title) => {
      const rows = pairs.map(([one, other], at): Cell[] => [`row ${at}`, one, other])
      expect(await readBack(format, ['name', `x${title}`, 'z'], rows)).toEqual(rows)
    }),
    { numRuns: 300 },
  )
})

test.each(['csv', 'xlsx'] as const)(
  'a file of one column whose head has signs of other delimiters is read by its rows: %s',
  async (format) => {
    for (const title of ['a|b|c', 'sep=;', 'قیمت، تعداد؛ نام', "'=x", '=x'])
      expect(await readTable(await written(format, [title], [['x'], ['y']]), `a.${format}`, 'fa')).toMatchObject({
        titles: [title],
        rows: [{ cells: ['x'] }, { cells: ['y'] }],
      })
  },
)

test('a text without a mark may hold a few control signs; what is mostly such is no text', async () => {
  const rows = async (content: string) => (await readTable(Buffer.from(content), 'a.csv', 'en')).rows
  expect(await rows('name,note\nA,bell \u0007 and \ufffd\nB,plain\n')).toHaveLength(2)
  await expect(rows(`name\n${'\u0001\u0002'.repeat(50)}`)).rejects.toMatchObject({ code: 'file-type' })
})
