import { expect, test } from 'vitest'
import { codesOf, onlyId, takeCodes } from '#renderer/form/rows/use-scan.ts'

const ids: Record<string, number> = { A1: 11, B2: 12 }
const take = (rows: unknown[], codes: { code: string; count: string }[], most = 500) =>
  takeCodes(rows, codes, { into: 'ware_id', count: 'counted' }, { idOf: (code) => ids[code], locale: 'fa', most, fresh: () => ({}) })
const once = (...codes: string[]) => codes.map((code) => ({ code, count: '1' }))

test('codes that are scanned fast are rows of their own, and one that comes again raises the count of its row', () => {
  expect(take([{}], once('A1', 'B2', 'A1'))).toEqual({
    rows: [
      { ware_id: 11, counted: '2' },
      { ware_id: 12, counted: '1' },
    ],
    left: [],
  })
  expect(take([{ ware_id: 12, counted: '2.5' }], once('B2')).rows).toEqual([{ ware_id: 12, counted: '3.5' }])
})

test('a block of codes and counts is taken over, in any digits; what has no record, no number or no room is left over', () => {
  const block = codesOf([['A1', '۳'], [' B2 '], ['', '7'], ['C3', '2'], ['A1', 'x']])
  expect(take([], block)).toEqual({
    rows: [
      { ware_id: 11, counted: '3' },
      { ware_id: 12, counted: '1' },
    ],
    left: [
      { code: 'C3', count: '2' },
      { code: 'A1', count: 'x' },
    ],
  })
  expect(take([], once('A1', 'B2', 'A1'), 1)).toEqual({ rows: [{ ware_id: 11, counted: '2' }], left: once('B2') })
})

test('a code is found however it is spelled, and leads nowhere where several records have it', () => {
  const records = [
    { id: 11, code: 'A1' },
    { id: 12, code: 'B2' },
    { id: 13, code: 'b2' },
  ]
  expect(['a1', 'A۱', 'B2', 'C3'].map((code) => onlyId(records, 'code', code))).toEqual([11, 11, undefined, undefined])
})
