import { useLocale } from '#renderer/locale/use-locale.ts'
import type { PathList } from '#renderer/form/data/path.ts'
import type { TableColumn } from './table-columns.ts'
import { useSaidTotals, useTotals, type Total } from './use-totals.ts'

interface TotalsProps {
  path: PathList
  /** Columns that are summed up. */
  summed: readonly TableColumn[]
}

/** The last line of a table of rows, always in sight: the sums of some of its columns. */
export function TotalsLine({ path, summed, columns, rowIndex }: TotalsProps & { columns: readonly TableColumn[]; rowIndex: number }) {
  const { t } = useLocale()
  const totals = useTotals(path, summed)
  const byName = new Map(totals.map((total) => [total.name, total]))
  const first = columns.findIndex(({ name }) => byName.has(name))
  return (
    <div role="row" aria-rowindex={rowIndex} className="pf-line pf-grid-totals">
      <div role="rowheader" aria-colindex={1} className="pf-line-number">
        <span className="pf-unseen">{t('form.rows.total')}</span>
        {first === 0 && <span aria-hidden="true">Σ</span>}
      </div>
      {first > 0 && (
        <div
          role="gridcell"
          aria-colindex={2}
          aria-colspan={first}
          className="pf-cell pf-totals-title"
          style={{ gridColumn: `span ${first}` }}
        >
          {t('form.rows.total')}
        </div>
      )}
      {columns.slice(Math.max(0, first)).map((column, at) => (
        <div
          key={column.name}
          role="gridcell"
          aria-colindex={Math.max(0, first) + at + 2}
          className={`pf-cell pf-cell-${column.kind}`}
          data-negative={byName.get(column.name)?.isNegative || undefined}
        >
          <span>{byName.get(column.name)?.text}</span>
        </div>
      ))}
    </div>
  )
}

/** The same sums beneath rows that are cards. */
export function TotalsList({ path, summed }: TotalsProps) {
  const totals = useTotals(path, summed)
  return (
    <dl className="pf-totals">
      {totals.map(({ name, title, text, isNegative }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd data-negative={isNegative || undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says sums that have changed, once typing pauses. */
export function SaidTotals({ path, summed }: TotalsProps) {
  const totals: readonly Total[] = useTotals(path, summed)
  return (
    <span className="pk-visually-hidden" role="status">
      {useSaidTotals(totals)}
    </span>
  )
}
