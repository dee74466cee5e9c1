import { useLocale } from '#renderer/locale/use-locale.ts'
import { Linked } from './metric-table.tsx'
import { changeOf, type MetricData, type MetricTable } from './metric-table-data.ts'
import { useTexts } from './use-texts.ts'

/** A number, and how it compares with as much of the period before. */
export function MetricNumber({ data, table }: { data: MetricData; table: MetricTable }) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const line = table.lines.at(-1)
  const before = data.metadata.metric.compare === 'previous' ? table.lines[0] : undefined
  return (
    <dl className="mt-numbers">
      {table.columns.map((column, at) => {
        const cell = line?.cells[at]
        // Of nothing there are none, which for other values is no number at all.
        const isNone = cell?.value === null && data.metadata.metric.values[at]?.of === 'count'
        const was = before?.cells[at]
        const change = was && cell ? changeOf(was.value, cell.value) : undefined
        const word = change === undefined ? 'before' : change > 0 ? 'more' : change < 0 ? 'less' : 'same'
        return (
          <div key={at}>
            <dt>
              <bdi>{column.title}</bdi>
              {before && line && <span className="mt-of">{line.title}</span>}
            </dt>
            <dd className="mt-number">
              <Linked to={line?.to}>{isNone ? formatNumber(0) : (cell?.shown ?? '—')}</Linked>
            </dd>
            {was && (
              <dd className="mt-change" data-change={word}>
                {say(word, { percent: formatNumber(Math.abs(change ?? 0)), value: was.shown })}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
