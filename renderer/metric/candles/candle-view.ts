import type { MetricAnswer } from '#schemas/types/contract.d.ts'
import type { MetricData, MetricTable } from '#renderer/metric/metric-table-data.ts'

/** A period: how it began and ended, its extremes, and its average. */
export interface Candle {
  first: number
  last: number
  max: number
  min: number
  avg: number | null
  /** Line of the table. */
  line: number
}

/** The candles in sight: from which one, and how many. */
export interface View {
  start: number
  count: number
}

/** Fewest candles in sight. */
const fewest = 8
/** Room of a candle with which a chart begins. */
const usualStepPx = 9

/** The candles of an answer; periods without a beginning or an end are none. Doubles are for drawing alone. */
export function candlesOf({ results }: MetricData, { lines }: MetricTable, { values }: MetricAnswer['metric']): Candle[] {
  const keyOf = (of: string) => values.find((value) => value.of === of)?.key
  const keys = { first: keyOf('first'), last: keyOf('last'), max: keyOf('max'), min: keyOf('min'), avg: keyOf('avg') }
  const read = (line: number, key: string | undefined): number | null => {
    const value = key === undefined ? null : results[line]?.[key]
    return value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value)
  }
  return lines.flatMap((_, line) => {
    const [first, last, max, min] = [keys.first, keys.last, keys.max, keys.min].map((key) => read(line, key))
    if (first == null || last == null || max == null || min == null) return []
    return [{ first, last, max, min, avg: read(line, keys.avg), line }]
  })
}

const clampView = (start: number, count: number, all: number): View => {
  const shown = Math.max(Math.min(fewest, all), Math.min(all, Math.round(count)))
  return { start: Math.max(0, Math.min(all - shown, Math.round(start))), count: shown }
}

/** The latest candles, as many as can be told apart in a width. */
export const latestView = (all: number, widthPx: number): View => clampView(all, Math.max(30, Math.floor(widthPx / usualStepPx)), all)

/** Shows fewer candles (`factor` below 1) or more; the one at `anchor`, from 0 at the start of the view to 1 at its end, stays there. */
export function zoomView({ start, count }: View, all: number, factor: number, anchor = 1): View {
  // One candle more or fewer at least, so that every key does something.
  const wanted = factor < 1 ? Math.min(count - 1, count * factor) : Math.max(count + 1, count * factor)
  const { count: shown } = clampView(0, wanted, all)
  return clampView(start + (count - shown) * anchor, shown, all)
}

export const panView = ({ start, count }: View, all: number, by: number): View => clampView(start + by, count, all)

/** A view that has a candle in it, moved as little as possible. */
export function viewWith(view: View, all: number, at: number): View {
  if (at < view.start) return panView(view, all, at - view.start)
  return at >= view.start + view.count ? panView(view, all, at - view.start - view.count + 1) : view
}

/** Limits of the prices in sight, with a little room. */
export function rangeOf(candles: readonly Candle[]): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const { min, max } of candles) {
    if (min < low) low = min
    if (max > high) high = max
  }
  const room = high > low ? (high - low) * 0.06 : Math.max(Math.abs(high) * 0.01, 1e-6)
  return { low: low - room, high: high + room }
}

/** Round numbers from a least to a greatest one, about `count` of them. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let at = Math.ceil(low / step); at * step <= high; at++) ticks.push(Number((at * step).toPrecision(12)))
  return ticks
}
