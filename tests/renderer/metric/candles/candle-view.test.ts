import { describe, expect, it } from 'vitest'
import { candlesOf, latestView, niceTicks, panView, rangeOf, viewWith, zoomView } from '#renderer/metric/candles/candle-view.ts'
import { sceneOf } from '#renderer/metric/candles/candle-scene.ts'
import { candleAt, candlePaths, centerOf } from '#renderer/metric/candles/candle-paths.ts'

const values = (['first', 'last', 'max', 'min', 'avg'] as const).map((of) => ({ key: of, of, title: of, kind: 'decimal' as const }))
const candle = (first: number, last: number, more = {}) => ({
  first,
  last,
  max: Math.max(first, last) + 1,
  min: Math.min(first, last) - 1,
  avg: (first + last) / 2,
  line: 0,
  ...more,
})

describe('candles of an answer', () => {
  it('are the periods that have a beginning and an end, with their lines in the table', () => {
    const results = [
      { first: '1.5', last: '2', max: '3', min: '1', avg: '2' },
      { first: null, last: null, max: null, min: null, avg: null },
      { first: '2', last: '1', max: '2', min: '1', avg: null },
    ]
    const line = { title: '', short: '', cells: [] }
    expect(
      candlesOf({ results, metadata: {} as never }, { columns: [], lines: [line, line, line] }, { values, groups: [] } as never),
    ).toEqual([
      { first: 1.5, last: 2, max: 3, min: 1, avg: 2, line: 0 },
      { first: 2, last: 1, max: 2, min: 1, avg: null, line: 2 },
    ])
  })
})

describe('the candles in sight', () => {
  it('are the latest at first, as many as can be told apart', () => {
    expect(latestView(1000, 900)).toEqual({ start: 900, count: 100 })
    expect(latestView(5, 900)).toEqual({ start: 0, count: 5 })
    expect(latestView(0, 900)).toEqual({ start: 0, count: 0 })
  })

  it('become fewer and more around the one that is pointed at, to eight and to all', () => {
    expect(zoomView({ start: 100, count: 100 }, 1000, 0.5, 0.5)).toEqual({ start: 125, count: 50 })
    expect(zoomView({ start: 100, count: 100 }, 1000, 2, 0)).toEqual({ start: 100, count: 200 })
    expect(zoomView({ start: 900, count: 100 }, 1000, 2)).toEqual({ start: 800, count: 200 })
    expect(zoomView({ start: 10, count: 9 }, 1000, 0.1, 0)).toEqual({ start: 10, count: 8 })
    expect(zoomView({ start: 10, count: 900 }, 1000, 4)).toEqual({ start: 0, count: 1000 })
    expect(zoomView({ start: 0, count: 8 }, 1000, 1.01, 0)).toEqual({ start: 0, count: 9 })
  })

  it('move to both ends and no further', () => {
    expect(panView({ start: 100, count: 50 }, 1000, -200)).toEqual({ start: 0, count: 50 })
    expect(panView({ start: 940, count: 50 }, 1000, 200)).toEqual({ start: 950, count: 50 })
    expect(viewWith({ start: 100, count: 50 }, 1000, 99)).toEqual({ start: 99, count: 50 })
    expect(viewWith({ start: 100, count: 50 }, 1000, 150)).toEqual({ start: 101, count: 50 })
    expect(viewWith({ start: 100, count: 50 }, 1000, 120)).toEqual({ start: 100, count: 50 })
  })
})

describe('the scale', () => {
  it('has room above and below, also where all prices are the same', () => {
    const { low, high } = rangeOf([candle(10, 20)])
    expect(low).toBeLessThan(9)
    expect(high).toBeGreaterThan(21)
    const flat = rangeOf([candle(5, 5, { max: 5, min: 5 })])
    expect(flat.high).toBeGreaterThan(flat.low)
  })

  it('has round numbers', () => {
    expect(niceTicks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10])
    expect(niceTicks(0.13, 0.36, 4)).toEqual([0.2, 0.3])
    expect(niceTicks(118_000_000, 121_500_000, 4)).toEqual([118_000_000, 119_000_000, 120_000_000, 121_000_000])
  })
})

describe('what is drawn', () => {
  const plot = { width: 100, height: 100 }
  const y = (price: number) => 100 - price

  it('are two boxes a candle, among those that rose or those that fell, and one line', () => {
    const paths = candlePaths([candle(10, 20), candle(20, 10), candle(10, 10)], { start: 0, count: 3 }, plot, y)
    expect(paths.up.match(/M/g)).toHaveLength(4)
    expect(paths.down.match(/M/g)).toHaveLength(2)
    expect(paths.average).toBe('M16.7 85L50 85L83.3 90')
  })

  it('is a line with a gap where a period has no average', () => {
    const candles = [candle(1, 2), candle(1, 2, { avg: null }), candle(1, 2)]
    expect(candlePaths(candles, { start: 0, count: 3 }, plot, y).average).toBe('M16.7 98.5M83.3 98.5')
  })

  it('stays three paths with a thousand candles', () => {
    const candles = Array.from({ length: 1000 }, (_, at) => candle(at, at + 1))
    const { up, down } = candlePaths(candles, { start: 0, count: 1000 }, { width: 1000, height: 100 }, y)
    expect(up.match(/M/g)).toHaveLength(2000)
    expect(down).toBe('')
  })

  it('is found by the pointer', () => {
    const view = { start: 40, count: 10 }
    expect(candleAt(view, plot, centerOf(view, plot, 43))).toBe(43)
    expect(candleAt(view, plot, -5)).toBe(40)
    expect(candleAt(view, plot, 500)).toBe(49)
  })
})

describe('a price that is pointed at', () => {
  const format = (price: number) => price.toLocaleString('en', { maximumFractionDigits: 20 })
  it.each([
    ['thousands', 2600, 2900],
    ['hundredths', 1.0412, 1.1893],
    ['millions', 1_143_200, 1_290_000],
  ])('fits its axis, and has no more decimals than a pixel tells apart: %s', (_, low, high) => {
    const scene = sceneOf([candle(low, high)], { start: 0, count: 1 }, 600, format)
    const prices = Array.from({ length: 317 }, (_, at) => scene.priceAt(at))
    expect(new Set(prices).size).toBeGreaterThan(150)
    expect(Math.max(...prices.map((price) => format(price).length)) * 7.6 + 8).toBeLessThanOrEqual(scene.priceAxisPx)
  })
})
