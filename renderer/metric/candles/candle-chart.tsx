import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { follow } from '#renderer/routing/follow.ts'
import type { MetricData, MetricTable } from '#renderer/metric/metric-table-data.ts'
import { useTexts } from '#renderer/metric/use-texts.ts'
import { useWidth } from '#renderer/metric/use-width.ts'
import { candleAt, centerOf } from './candle-paths.ts'
import { heightPx, labelPx, sceneOf } from './candle-scene.ts'
import { candlesOf, latestView, panView, viewWith, zoomView, type View } from './candle-view.ts'
import { useCandlePointer } from './use-candle-pointer.ts'
import './candle-chart.css'

interface CandleChartProps {
  data: MetricData
  table: MetricTable
  title: string
}

const colors = { up: '#03A5A3', down: '#FF1E36' }
const zoomStep = 1.4

/**
 * Candles of periods with a line over their averages. Time goes from left to right in every language, as on every exchange. The wheel,
 * two fingers and keys zoom, dragging moves, and a crosshair tells the values of the period under it.
 */
export default function CandleChart({ data, table, title }: CandleChartProps) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { metric } = data.metadata
  const candles = useMemo(() => candlesOf(data, table, metric), [data, table, metric])
  const all = candles.length
  const [chosen, setChosen] = useState<{ view: View; of: unknown }>()
  const [point, setPoint] = useState<{ at: number; y?: number; isKey?: boolean }>()
  const isCurrent = chosen?.of === candles
  const view = isCurrent ? chosen.view : latestView(all, width)
  const setView = (next: View) => setChosen({ view: next, of: candles })

  const { start, count } = view
  const scene = useMemo(() => sceneOf(candles, { start, count }, width, formatNumber), [candles, start, count, width, formatNumber])
  const { seen, plot, ticks, paths, y, priceAxisPx } = scene
  const at = point && point.at < all ? point.at : undefined
  const pointed = at === undefined ? undefined : candles[at]
  const shown = pointed ?? candles.at(-1)
  const line = shown && table.lines[shown.line]
  const zoom = (factor: number, anchor?: number) => setView(zoomView(view, all, factor, anchor))
  const showAll = () => setView({ start: 0, count: all })

  useCandlePointer(frame, {
    point: (x, pointY) => setPoint({ at: candleAt(view, plot, Math.min(x, plot.width)), y: Math.min(pointY, plot.height) }),
    leave: () => setPoint(undefined),
    zoom: (factor, x) => zoom(factor, Math.min(1, x / plot.width)),
    pan: (pixels) => {
      const by = Math.round((-pixels * view.count) / plot.width)
      if (by !== 0) setView(panView(view, all, by))
      return by !== 0
    },
    click: (x) => {
      const to = table.lines[candles[candleAt(view, plot, x)]?.line ?? -1]?.to
      if (to !== undefined) follow(to)
    },
  })

  function goTo(next: number): void {
    const to = Math.max(0, Math.min(all - 1, next))
    setPoint({ at: to, isKey: true })
    setView(viewWith(view, all, to))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const anchor = at === undefined ? 1 : (at - view.start + 0.5) / view.count
    const keys: Record<string, () => void> = {
      ArrowRight: () => goTo((at ?? view.start - 1) + 1),
      ArrowLeft: () => goTo((at ?? view.start + view.count) - 1),
      PageUp: () => goTo((at ?? view.start + view.count) - view.count),
      PageDown: () => goTo((at ?? view.start) + view.count),
      Home: () => goTo(0),
      End: () => goTo(all - 1),
      '+': () => zoom(1 / zoomStep, anchor),
      '=': () => zoom(1 / zoomStep, anchor),
      '-': () => zoom(zoomStep, anchor),
      '0': showAll,
      Escape: () => setPoint(undefined),
      Enter: () => line?.to !== undefined && pointed && follow(line.to),
    }
    const move = keys[event.key]
    if (!move || (event.key === 'Escape' && !point)) return
    event.preventDefault()
    move()
  }

  const step = Math.max(1, Math.ceil(view.count / Math.max(1, Math.floor(plot.width / labelPx))))
  const averageTitle = metric.values.find(({ of }) => of === 'avg')?.title
  const crossX = at === undefined ? 0 : centerOf(view, plot, at)
  const crossY = point?.y ?? (pointed ? y(pointed.last) : 0)
  return (
    <div className="mt-candles">
      <div className="mt-candles-head">
        <dl className="mt-candles-values">
          <div>
            <dt className="pk-visually-hidden">{metric.groups[0]?.title}</dt>
            <dd>
              <bdi>{line?.title ?? '—'}</bdi>
            </dd>
          </div>
          {table.columns.map((column, index) => (
            <div key={index}>
              <dt>{column.title}</dt>
              <dd>
                <bdi>{line?.cells[index]?.shown ?? '—'}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-candles-zoom">
          <span>{say('shown', { shown: formatNumber(view.count), all: formatNumber(all) })}</span>
          <button
            type="button"
            className="pk-button"
            aria-label={say('zoom_out')}
            onClick={() => zoom(zoomStep)}
            disabled={view.count >= all}
          >
            −
          </button>
          <button type="button" className="pk-button" aria-label={say('zoom_in')} onClick={() => zoom(1 / zoomStep)}>
            +
          </button>
          <button type="button" className="pk-button" onClick={showAll} disabled={view.count >= all}>
            {say('zoom_all')}
          </button>
        </div>
      </div>
      <div
        ref={frame}
        className="mt-candles-plot"
        style={{ blockSize: heightPx }}
        role="group"
        tabIndex={0}
        aria-label={say('candles_of', { title })}
        onKeyDown={onKeyDown}
        onBlur={() => setPoint(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={heightPx} aria-hidden="true" data-candles={all} data-shown={view.count}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line className="mt-candles-grid" x1={0} x2={plot.width} y1={y(tick)} y2={y(tick)} />
                <text className="mt-candles-label" x={plot.width + 8} y={y(tick)} dominantBaseline="middle">
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
            {seen.map(
              (candle, index) =>
                (view.start + index) % step === 0 && (
                  <text
                    key={candle.line}
                    className="mt-candles-label"
                    x={Math.max(labelPx / 3, Math.min(plot.width - labelPx / 3, centerOf(view, plot, view.start + index)))}
                    y={plot.height + 16}
                    textAnchor="middle"
                  >
                    {table.lines[candle.line]!.short}
                  </text>
                ),
            )}
            <path data-candle="up" d={paths.up} fill={colors.up} />
            <path data-candle="down" d={paths.down} fill={colors.down} />
            <path data-candle="average" className="mt-candles-average" d={paths.average} />
            {pointed && (
              <g data-crosshair>
                <line className="mt-candles-cross" x1={crossX} x2={crossX} y1={0} y2={plot.height} />
                <line className="mt-candles-cross" x1={0} x2={plot.width} y1={crossY} y2={crossY} />
                <rect className="mt-candles-tag" x={plot.width} y={crossY - 10} width={priceAxisPx} height={20} rx={3} />
                <text className="mt-candles-tag-text" x={plot.width + 8} y={crossY} dominantBaseline="middle">
                  {formatNumber(scene.priceAt(crossY))}
                </text>
              </g>
            )}
          </svg>
        )}
      </div>
      {averageTitle !== undefined && (
        <ul className="mt-legend">
          <li>
            <span className="mt-candles-swatch" />
            <bdi>{averageTitle}</bdi>
          </li>
        </ul>
      )}
      <p className="pk-visually-hidden" role="status">
        {point?.isKey && line
          ? say('reads', {
              title: line.title,
              values: table.columns.map((column, index) => `${column.title} ${line.cells[index]?.shown ?? '—'}`).join(' · '),
            })
          : ''}
      </p>
    </div>
  )
}
