import { candlePaths, type CandlePaths, type Plot } from './candle-paths.ts'
import { niceTicks, rangeOf, type Candle, type View } from './candle-view.ts'

/** What is in sight, in pixels. */
export interface CandleScene {
  seen: readonly Candle[]
  /** The drawing without its axes. */
  plot: Plot
  /** Prices with a label. */
  ticks: number[]
  paths: CandlePaths
  priceAxisPx: number
  y: (price: number) => number
  priceAt: (y: number) => number
}

export const heightPx = 340
/** Room that a label of the time needs. */
export const labelPx = 92
const timeAxisPx = 24
const digitPx = 7.6

export function sceneOf(candles: readonly Candle[], view: View, widthPx: number, formatNumber: (value: number) => string): CandleScene {
  const seen = candles.slice(view.start, view.start + view.count)
  const { low, high } = rangeOf(seen)
  const ticks = niceTicks(low, high, 6)
  // A price that is pointed at has no more decimals than a pixel tells apart.
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10((high - low) / (heightPx - timeAxisPx)))))
  const rounded = (price: number) => Number(price.toFixed(decimals))
  const longest = [low, high].map((price) => rounded(Math.trunc(price) + Math.sign(price) / 3))
  const priceAxisPx = Math.ceil(Math.max(...[...ticks, ...longest].map((price) => formatNumber(price).length), 4) * digitPx) + 14
  const plot = { width: Math.max(1, widthPx - priceAxisPx), height: heightPx - timeAxisPx }
  const y = (price: number) => ((high - price) / (high - low)) * plot.height
  return {
    seen,
    plot,
    ticks,
    paths: candlePaths(candles, view, plot, y),
    priceAxisPx,
    y,
    priceAt: (at) => rounded(high - (at / plot.height) * (high - low)),
  }
}
