import { Base } from '@ant-design/charts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Target } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { follow } from '#renderer/routing/follow.ts'
import { chartHeightPx, chartSpec, seriesColors } from './chart-spec.ts'
import { cellTarget, type MetricData, type MetricTable } from './metric-table-data.ts'
import { useLook } from './use-look.ts'
import { useTexts } from './use-texts.ts'

interface MetricChartProps {
  data: MetricData
  table: MetricTable
  title: string
}

interface ChartInstance {
  on: (event: string, listen: (event: { data?: { data?: { x?: string; column?: number }; title?: string } }) => void) => void
  emit: (event: string, detail?: object) => void
}

/** A chart that the arrow keys go through and that Enter or a click leaves for the list behind it. */
export default function MetricChart({ data, table, title }: MetricChartProps) {
  const say = useTexts()
  const { dir, formatNumber } = useLocale()
  const look = useLook()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number>()
  const { metric } = data.metadata
  const spec = useMemo(
    () => (width === 0 ? undefined : chartSpec(data, table, look, { width, number: (value) => formatNumber(value) })),
    [data, table, look, width, formatNumber],
  )
  const line = at === undefined ? undefined : table.lines[at]
  const isLinked = table.lines.some(({ to }) => to !== undefined)
  const go = (to: Target | undefined) => {
    if (to !== undefined) follow(to)
  }
  const present = useRef<{ data: MetricData; table: MetricTable }>({ data, table })
  useEffect(() => {
    present.current = { data, table }
  }, [data, table])

  function onKeyDown(event: KeyboardEvent): void {
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const last = table.lines.length - 1
    const moves: Record<string, number> = {
      [forward]: Math.min(last, (at ?? -1) + 1),
      [back]: Math.max(0, (at ?? last + 1) - 1),
      Home: 0,
      End: last,
    }
    if (event.key === 'Enter') return go(line?.to)
    if (moves[event.key] === undefined) return
    event.preventDefault()
    setAt(moves[event.key])
  }

  function onReady({ chart }: { chart: ChartInstance }): void {
    /** What the tooltip is about: a line is no element of its own for each period. */
    let pointed: string | undefined
    chart.on('tooltip:show', (event) => {
      pointed = event.data?.title
    })
    const isElement = metric.chart === 'bar' || metric.chart === 'pie'
    chart.on(isElement ? 'element:click' : 'plot:click', (event) => {
      const now = present.current
      const datum = event.data?.data
      if (!isElement) return go(now.table.lines.find((each) => each.title === pointed)?.to)
      const clicked = now.table.lines[Number(datum?.x)]
      const cell = clicked?.cells[datum?.column ?? 0]
      go(cell ? (cellTarget(now.data, cell.at) ?? clicked?.to) : clicked?.to)
    })
  }

  const legend = metric.chart === 'pie' ? table.lines.map(({ title: one }) => one) : table.columns.map((column) => column.title)
  const colors = metric.chart === 'pie' ? look.palette : seriesColors(table, look)
  return (
    <>
      {legend.length > 1 && metric.chart !== 'candlestick' && (
        <ul className="mt-legend">
          {legend.slice(0, 12).map((one, index) => (
            <li key={index}>
              <span className="mt-swatch" style={{ background: colors[index % colors.length] }} />
              <bdi>{one}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div
        ref={frame}
        className="mt-chart"
        style={{ minBlockSize: chartHeightPx }}
        role="group"
        tabIndex={0}
        aria-label={say(isLinked ? 'chart_of' : 'chart_plain', { title })}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
      >
        {spec && (
          <div aria-hidden="true">
            {/* A change of size or colours draws it anew: G2 keeps sizes and scales of the first drawing. */}
            <Base key={`${width} ${metric.chart} ${look.surface} ${look.rtl}`} {...spec} onReady={onReady as never} />
          </div>
        )}
      </div>
      <p className="mt-reading" role="status">
        {line &&
          say('reads', {
            title: line.title,
            values: table.columns.map((column, index) => `${column.title} ${line.cells[index]?.shown ?? '—'}`).join(' · '),
          })}
      </p>
    </>
  )
}

/** Width of an element in pixels; 0 until it has been drawn. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
