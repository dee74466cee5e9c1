import { Base } from '@ant-design/charts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Target } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { follow } from '#renderer/routing/follow.ts'
import { chartHeightPx, chartSpec, seriesColors } from './chart-spec.ts'
import { cellTarget, type MetricData, type MetricTable } from './metric-table-data.ts'
import { useLook } from './use-look.ts'
import { useTexts } from './use-texts.ts'
import { useWidth } from './use-width.ts'

interface MetricChartProps {
  data: MetricData
  table: MetricTable
  title: string
}

interface ChartInstance {
  on: (event: string, listen: (event: { data?: { data?: { x?: string; column?: number }; title?: string } }) => void) => void
  emit: (event: string, detail?: object) => void
}

const go = (to: Target | undefined): void => {
  if (to !== undefined) follow(to)
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

  const present = useRef({ data, table })
  useEffect(() => {
    present.current = { data, table }
  }, [data, table])
  const drawn = useMemo(() => {
    if (!spec) return null
    const onReady = ({ chart }: { chart: ChartInstance }) => {
      /** What the tooltip is about: a line is no element of its own for each period. */
      let pointed: string | undefined
      chart.on('tooltip:show', (event) => {
        pointed = event.data?.title
      })
      const isElement = metric.chart === 'bar' || metric.chart === 'pie'
      chart.on(isElement ? 'element:click' : 'plot:click', (event) => {
        const { data: answer, table: shown } = present.current
        const datum = event.data?.data
        const clicked = isElement ? shown.lines[Number(datum?.x)] : shown.lines.find((each) => each.title === pointed)
        const cell = isElement ? clicked?.cells[datum?.column ?? 0] : undefined
        go((cell && cellTarget(answer, cell.at)) ?? clicked?.to)
      })
    }
    // G2 keeps the size and the colours of its first drawing; what it is told to do when it is ready is told once.
    return <Base key={`${String(spec.width)} ${look.surface} ${look.rtl}`} {...spec} onReady={onReady as never} />
  }, [spec, look, metric.chart])

  const legend = metric.chart === 'pie' ? table.lines.map(({ title: one }) => one) : table.columns.map((column) => column.title)
  const colors = metric.chart === 'pie' ? look.palette : seriesColors(table, look)
  return (
    <>
      {legend.length > 1 && (
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
        <div aria-hidden="true">{drawn}</div>
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
