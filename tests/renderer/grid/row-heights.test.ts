import { describe, expect, test } from 'vitest'
import { createRowHeights, spansOf } from '#renderer/grid/table/row-heights.ts'

const ids = Array.from({ length: 1000 }, (_, at) => String(at))

describe('heights of lines', () => {
  test('what was not measured is taken as the average of what was', () => {
    const heights = createRowHeights()
    heights.note('0', 60)
    heights.note('1', 40)
    expect(heights.sum(ids, 0, 4)).toBe(200)
  })
  test('a line that has grown counts once', () => {
    const heights = createRowHeights()
    heights.note('0', 40)
    heights.note('0', 80)
    expect(heights.sum(ids, 0, 2)).toBe(160)
  })
  test('the line at a distance is found among lines of several heights', () => {
    const heights = createRowHeights()
    for (const [at, id] of ids.entries()) heights.note(id, at % 2 === 0 ? 40 : 100)
    expect([0, 39, 40, 139, 140].map((distance) => heights.indexAt(ids, distance))).toEqual([0, 0, 1, 1, 2])
    expect(heights.indexAt(ids, 1e9)).toBe(999)
    expect(heights.indexAt([], 10)).toBe(0)
  })
})

describe('lines that are drawn', () => {
  const told = (spans: ReturnType<typeof spansOf>) => spans.map(({ from, to, drawn }) => `${drawn ? '' : 'gap '}${from}-${to}`)
  test('those in sight, with gaps around them', () =>
    expect(told(spansOf(1000, 100, 160, []))).toEqual(['gap 0-100', '100-160', 'gap 160-1000']))
  test('one that is kept stays wherever it is', () => {
    expect(told(spansOf(1000, 100, 160, [0]))).toEqual(['0-1', 'gap 1-100', '100-160', 'gap 160-1000'])
    expect(told(spansOf(1000, 100, 160, [120]))).toEqual(['gap 0-100', '100-160', 'gap 160-1000'])
    expect(told(spansOf(1000, 100, 160, [999]))).toEqual(['gap 0-100', '100-160', 'gap 160-999', '999-1000'])
  })
  test('a window past the end leaves no line twice', () => {
    for (const [first, last, kept] of [
      [990, 1100, [5]],
      [2000, 2100, [0]],
      [0, 2000, [3, 999]],
      [-24, 30, [30]],
    ] as const) {
      const spans = spansOf(1000, first, last, kept)
      expect(spans.map(({ from }) => from)).toEqual([0, ...spans.slice(0, -1).map(({ to }) => to)])
      expect(spans.at(-1)?.to).toBe(1000)
    }
  })
})
