import { expect, test } from 'vitest'
import { markBetween, shiftMark } from '#renderer/report/marks.ts'

const mark = { kind: 'mark' as const, left: 0.5, top: 0.5, width: 0.25, height: 0.25 }

test('a mark is drawn from any corner and stays inside of the picture', () => {
  expect(markBetween('cover', [0.75, 1.5], [0.5, 0.75])).toEqual({ kind: 'cover', left: 0.5, top: 0.75, width: 0.25, height: 0.25 })
})

test('a mere press is no mark', () => {
  expect(markBetween('mark', [0.5, 0.5], [0.501, 0.5])).toBeUndefined()
})

test('arrows move and resize a mark inside of the picture', () => {
  expect(shiftMark(mark, 0.5, -1, false)).toMatchObject({ left: 0.75, top: 0 })
  expect(shiftMark(mark, 0.5, -0.5, true)).toMatchObject({ left: 0.5, width: 0.5, height: 0.02 })
})
