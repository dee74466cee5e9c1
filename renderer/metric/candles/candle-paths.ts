import type { Candle, View } from './candle-view.ts'

/** Place of the drawing without its axes, in pixels. */
export interface Plot {
  width: number
  height: number
}

export interface CandlePaths {
  /** Periods that ended as high as they began, or higher. */
  up: string
  down: string
  average: string
}

const widest = 18
const round = (value: number): string => String(Math.round(value * 10) / 10)

/** Middle of the candle at a place, counted from the beginning of all. */
export const centerOf = ({ start, count }: View, { width }: Plot, at: number): number => ((at - start + 0.5) * width) / count

/** The candle at a distance from the left edge. */
export const candleAt = ({ start, count }: View, { width }: Plot, x: number): number =>
  start + Math.max(0, Math.min(count - 1, Math.floor((x / width) * count)))

/** What is drawn of the candles in sight: three paths, however many there are. */
export function candlePaths(candles: readonly Candle[], view: View, plot: Plot, y: (price: number) => number): CandlePaths {
  const step = plot.width / view.count
  const body = Math.max(0.6, Math.min(widest, step * 0.7))
  const parts = { up: [] as string[], down: [] as string[] }
  const average: string[] = []
  let isBroken = true
  for (let at = view.start; at < view.start + view.count; at++) {
    const { first, last, max, min, avg } = candles[at]!
    const x = centerOf(view, plot, at)
    const [top, bottom] = [y(Math.max(first, last)), y(Math.min(first, last))]
    const wick = Math.min(1, body) / 2
    parts[last >= first ? 'up' : 'down'].push(
      box(x - wick, y(max), wick * 2, y(min) - y(max)),
      box(x - body / 2, top, body, Math.max(1, bottom - top)),
    )
    if (avg === null) isBroken = true
    else {
      average.push(`${isBroken ? 'M' : 'L'}${round(x)} ${round(y(avg))}`)
      isBroken = false
    }
  }
  return { up: parts.up.join(''), down: parts.down.join(''), average: average.join('') }
}

const box = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
