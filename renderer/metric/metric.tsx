import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { isRecord } from '#schemas/rules/is-record.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { failureSentence } from '#renderer/timeline/failure-sentence.ts'
import { tableOf, type MetricData, type MetricResult } from './metric-table-data.ts'
import { MetricDays } from './metric-days.tsx'
import { MetricNumber } from './metric-number.tsx'
import { MetricTableView } from './metric-table.tsx'
import { useInSight } from './use-in-sight.ts'
import { useTexts } from './use-texts.ts'
import './metric.css'

const waiting = <div className="mt-wait" aria-hidden="true" />
/** The chart's own code is large: it comes when the first chart is in sight. */
const MetricChart = lazyComponent(() => import('./metric-chart.tsx'), { waiting })
const CandleChart = lazyComponent(() => import('./candles/candle-chart.tsx'), { waiting })

export interface MetricProps {
  /** `module/name` */
  name: string
  params?: Record<string, unknown>
  /** The answer, where it is there already, in a frame that has the title. */
  answer?: MetricData
}

/** A metric: its number or its chart, the table behind it, and the length of its periods where the reader may choose that. */
export default function Metric({ name, params, answer }: MetricProps) {
  const id = useId()
  const say = useTexts()
  const formats = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useInSight(frame)
  const [choices, setChoices] = useState<Record<string, string>>({})
  const [asTable, setAsTable] = useState(false)
  const [module, metricName] = name.split('/')
  const call = useCall<MetricResult[]>('metric', isSeen && !answer ? { ...params, ...choices, module, name: metricName } : null, {
    keepPreviousData: true,
  })
  const { mutate } = call
  useEffect(() => {
    const stops = (['screen', 'grid', 'list', 'row'] as const).map((kind) => subscribeRefresh(kind, () => void mutate()))
    return () => stops.forEach((stop) => stop())
  }, [mutate])
  const data = answer ?? dataOf(call.data)
  const table = useMemo(() => data && tableOf(data, formats), [data, formats])
  const metric = data?.metadata.metric
  const title = metric?.title ?? metric?.values[0]?.title ?? ''
  const isEmpty = table?.lines.every(({ cells }) => cells.every((cell) => cell === undefined || cell.value === null)) ?? false
  const isChart = metric !== undefined && metric.chart !== 'number' && metric.chart !== 'table'
  const Chart = metric?.chart === 'candlestick' ? CandleChart : MetricChart
  const failure = data ? undefined : failureSentence(call.error)
  const group = metric?.groups.find(({ param }) => param !== undefined)
  // Two regions of one name, one in the other, would be told twice.
  const Frame = answer ? 'div' : 'section'
  return (
    <Frame ref={frame} className="mt" aria-labelledby={answer ? undefined : `${id}-title`} aria-busy={call.isValidating || undefined}>
      <header className="mt-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {group?.param !== undefined && (
          <div className="mt-periods" role="radiogroup" aria-label={say('period')}>
            {group.periods?.map((period) => (
              <label key={period}>
                <input
                  type="radio"
                  name={`${id}-period`}
                  checked={(choices[group.param!] ?? group.by) === period}
                  disabled={answer !== undefined}
                  onChange={() => setChoices({ ...choices, [group.param!]: period })}
                />
                <span>{say(period)}</span>
              </label>
            ))}
          </div>
        )}
        {metric?.days && (
          <MetricDays days={metric.days} isDisabled={answer !== undefined} onChange={(days) => setChoices({ ...choices, ...days })} />
        )}
        {isChart && !isEmpty && (
          <button type="button" className="pk-button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {say('as_table')}
          </button>
        )}
      </header>
      {failure !== undefined && (
        <div className="mt-failed" role="alert">
          <p>{failure || say('failed')}</p>
          <button type="button" className="pk-button" onClick={() => void mutate()}>
            {formats.t('blocks.retry')}
          </button>
        </div>
      )}
      {!data && failure === undefined && waiting}
      {data && table && metric?.chart === 'number' && <MetricNumber data={data} table={table} />}
      {data && table && metric?.chart !== 'number' && isEmpty && <p className="mt-empty">{say('empty')}</p>}
      {data && table && isChart && !isEmpty && !asTable && <Chart data={data} table={table} title={title} />}
      {data && table && !isEmpty && (metric?.chart === 'table' || (isChart && asTable)) && (
        <MetricTableView data={data} table={table} title={title} />
      )}
      {data?.metadata.truncated && <p className="mt-note">{say('truncated')}</p>}
    </Frame>
  )
}

/** An answer that has what is drawn of it; undefined for another. */
function dataOf(answer: { results?: unknown; metadata?: unknown } | undefined): MetricData | undefined {
  const { results, metadata } = answer ?? {}
  if (!Array.isArray(results) || !isRecord(metadata) || !isRecord(metadata.metric) || !Array.isArray(metadata.rows)) return undefined
  return Array.isArray(metadata.metric.groups) && Array.isArray(metadata.metric.values) ? (answer as unknown as MetricData) : undefined
}
