import { expect, test } from 'vitest'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { columnNeeds } from '#renderer/grid/columns/column-needs.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'

const formatsOf = (locale: string) =>
  createCellFormats({ locale, timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })

const needOf = (column: GridColumn, values: unknown[], locale = 'en') =>
  columnNeeds(
    [column],
    values.map((value, id): GridRow => ({ id, version: 1, [column.key]: value }) as GridRow),
    formatsOf(locale),
    () => false,
  )[0]!

const someDay = '2024-03-20T08:05:00Z'

test('a date has room for its longest month, whatever the document says', () => {
  const at: GridColumn = { key: 'at', title: 'At', cell: 'date', width: 90 }
  const need = needOf(at, [someDay])
  const { columns } = layoutColumns([at, { key: 'name', title: 'Name', cell: 'text' }], {
    selectable: false,
    actionsWidth: 0,
    needs: { at: need },
  })
  expect(columns[0]!.minWidth).toBeGreaterThan('September 28, 2024'.length * 7)
  expect(needOf({ ...at, cell: 'datetime' }, [someDay]).least).toBeGreaterThan(need.least)
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
  expect(needOf({ key: 'at', title: 'At', cell: 'date' }, [someDay], locale).least - 24).toBeGreaterThanOrEqual(date)
})

test('a column of e-mail addresses comes first, one of other texts does not', () => {
  const text: GridColumn = { key: 'email', title: 'Email', cell: 'text' }
  expect(needOf(text, ['thomas.schneider@example.com', null]).isFirst).toBe(true)
  for (const values of [['thomas@example.com', 'mail me at home'], [null], []]) expect(needOf(text, values).isFirst).toBeUndefined()
})

test('short dates ask for less', () => {
  const at: GridColumn = { key: 'at', title: 'At', cell: 'date' }
  expect(needOf(at, [someDay], 'zh').least).toBeLessThan(needOf(at, [someDay], 'ru').least + 1)
})

test.each(['fa', 'en', 'ru'])('an amount in %s has room for all of it, where the usual column has none', (locale) => {
  const sum: GridColumn = { key: 'sum', title: 'Sum', cell: 'money' }
  const widthFor = (amounts: (string | null)[]) =>
    layoutColumns([sum, { key: 'name', title: 'Name', cell: 'text' }], {
      selectable: false,
      actionsWidth: 0,
      needs: { sum: needOf(sum, amounts, locale) },
    }).columns[0]!.minWidth
  expect(widthFor([null, '1250.00'])).toBe(168)
  expect(widthFor(['1250.00', '99999999999999.99'])).toBeGreaterThan(formatsOf(locale).money('99999999999999.99')!.length * 7 + 24)
  expect(widthFor(['9'.repeat(60)])).toBeLessThan(400)
})

test('a code has room for the 25 characters that are shown of it, and no more', () => {
  const widthFor = (code: string | null) => needOf({ key: 'code', title: 'Code', cell: 'code' }, [code]).whole
  const whole = widthFor('A'.repeat(25))
  expect(whole).toBeGreaterThan(25 * 7.2 + 24 + 4 + 24)
  expect(widthFor('A'.repeat(40))).toBeLessThan(whole + 10)
  expect(widthFor('ABC')).toBeLessThan(120)
  expect(widthFor(null)).toBeLessThan(120)
})

test('a column with cases is as wide as its widest cell, also on rows that meet none of them', () => {
  const value: GridColumn = {
    key: 'value',
    title: 'Value',
    cell: 'text',
    cases: [{ when: { properties: { kind: { const: 'long' } } }, key: 'text', cell: 'text' }],
  }
  const rows = [
    { id: 1, kind: 'plain', value: 'short' },
    { id: 2, kind: 'long', value: null, text: 'a text of forty letters, or nearly so many' },
  ] as unknown as GridRow[]
  const width = (shown: GridRow[]) => columnNeeds([value], shown, formatsOf('en'), () => false)[0]!.whole
  expect(width(rows)).toBe(width(rows.slice(1)))
  expect(width(rows)).toBeGreaterThan(width(rows.slice(0, 1)))
})

test.each(['fa', 'en'])('numbers of people in %s have room for all of it, and no more', (locale) => {
  const need = (cell: string, value: string) => needOf({ key: 'a', title: 'A', cell } as GridColumn, [value], locale)
  for (const [cell, short, long] of [
    ['identifier', '0012345679', 'IR062960000000100324200001'],
    ['mobile', '+989121332598', '+4915112345678901'],
  ] as const) {
    expect(need(cell, long).least).toBe(need(cell, long).whole)
    expect(need(cell, long).least).toBeGreaterThan(need(cell, short).least)
  }
  expect(need('identifier', '0012345679').whole).toBeLessThan(190)
})

test.each(['fa', 'en'])('a sum in %s is wider than what it sums up, and has room for all of it', (locale) => {
  const sum: GridColumn = { key: 'debtor', title: 'Debtor', cell: 'money', currency: 'IRR', summary: 'sum' }
  const least = (total: string | null, isExact = true) =>
    columnNeeds([sum], [{ id: 1, version: 1, debtor: '5' } as GridRow], formatsOf(locale), () => false, {
      rows: 1,
      is_exact: isExact,
      values: { debtor: total },
    })[0]!.least
  expect(least('1134809157000')).toBeGreaterThan(least(null) + '1,134,809,157,000'.length * 3)
  expect(least('1134809157000', false)).toBe(least(null))
})
