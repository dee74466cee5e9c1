import { expect, test } from 'vitest'
import { sumRows } from '#renderer/form/rows/row-totals.ts'

test('sums are exact, with the decimals that the values have', () => {
  const sum = sumRows(['total', 'count'])
  expect(
    sum([
      { total: '0.10', count: 1 },
      { total: '0.2', count: 2 },
      { total: '123456789012345678901234567890.05', count: 3 },
    ]),
  ).toEqual(['123456789012345678901234567890.35', '6'])
})

test('what is no number counts as nothing, as do lists and rows that are not there', () => {
  const sum = sumRows(['total'])
  expect(sum([{ total: '12x' }, null, {}, { total: '' }, { total: '-3' }])).toEqual(['-3'])
  expect(sum(undefined)).toEqual(['0'])
})

test('a row that was put in the place of another one counts by its own values', () => {
  const sum = sumRows(['total'])
  const rows = [{ total: '1' }, { total: '2' }]
  expect(sum(rows)).toEqual(['3'])
  expect(sum([rows[0], { total: '5' }])).toEqual(['6'])
})
