import { expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'
import { widthsOfContents, leastWidths } from '#renderer/grid/columns/least-width.ts'

const formatsOf = (locale: string) =>
  createCellFormats({ locale, timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })

test('a date has room for its longest month, whatever the document says', () => {
  const leastWidth = leastWidths(formatsOf('en'))
  const { columns } = layoutColumns(
    [
      { key: 'at', title: 'At', cell: 'date', width: 90 },
      { key: 'name', title: 'Name', cell: 'text' },
    ],
    { selectable: false, actionsWidth: 0, leastWidth },
  )
  expect(columns[0]!.minWidth).toBeGreaterThan('September 28, 2024'.length * 7)
  expect(leastWidth('datetime')).toBeGreaterThan(leastWidth('date'))
  expect(leastWidth('text')).toBe(0)
})

// Widths in pixels of the longest dates of a year, as a browser draws them in the panel's type.
test.each([
  ['en', 138.3],
  ['fa', 108.3],
  ['de', 138.3],
  ['fr', 132.8],
  ['tr', 118.6],
  ['ar', 111.1],
  ['zh', 114.6],
])('no date of %s is cut', (locale, date) => {
  const leastWidth = leastWidths(formatsOf(locale))
  expect(leastWidth('date') - 24).toBeGreaterThanOrEqual(date)
})

test('short dates ask for less', () => {
  expect(leastWidths(formatsOf('zh'))('date')).toBeLessThan(leastWidths(formatsOf('ru'))('date') + 1)
})

test.each(['fa', 'en', 'ru'])('an amount in %s has room for all of it, where the usual column has none', (locale) => {
  const formats = formatsOf(locale)
  const column = { key: 'sum', title: 'Sum', cell: 'money' as const }
  const widthFor = (amounts: (string | null)[]) =>
    layoutColumns([column, { key: 'name', title: 'Name', cell: 'text' }], {
      selectable: false,
      actionsWidth: 0,
      contentWidths: widthsOfContents(
        [column],
        amounts.map((sum, id) => ({ id, sum })),
        formats,
      ),
    }).columns[0]!.minWidth
  const usual = widthFor([null, '1250.00'])
  const wide = widthFor(['1250.00', '99999999999999.99'])
  expect(usual).toBe(168)
  expect(wide).toBeGreaterThan(formats.money('99999999999999.99')!.length * 7 + 24)
  expect(widthFor(['9'.repeat(60)])).toBeLessThan(400)
})

test('a code has room for the 25 characters that are shown of it, and no more', () => {
  const column = { key: 'code', title: 'Code', cell: 'code' as const }
  const widthFor = (code: string | null) => widthsOfContents([column], [{ id: 1, code }], formatsOf('en')).code!
  const whole = widthFor('A'.repeat(25))
  expect(whole).toBeGreaterThan(25 * 7.2 + 24 + 4 + 24)
  expect(widthFor('A'.repeat(40))).toBeLessThan(whole + 10)
  expect(widthFor('ABC')).toBeLessThan(120)
  expect(widthFor(null)).toBeLessThan(120)
})
