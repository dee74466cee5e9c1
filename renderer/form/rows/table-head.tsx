import { useLocale } from '#renderer/locale/use-locale.ts'
import type { TableColumn } from './table-columns.ts'

/** The line of titles of a table; what has to be filled in has a star. */
export function TableHead({ columns }: { columns: readonly TableColumn[] }) {
  const { t } = useLocale()
  return (
    <div role="row" aria-rowindex={1} className="pf-line pf-grid-head">
      <div role="columnheader" aria-colindex={1} className="pf-line-number">
        <span className="pf-unseen">{t('form.rows.number')}</span>
      </div>
      {columns.map((column, at) => (
        <div
          key={column.name}
          role="columnheader"
          aria-colindex={at + 2}
          className={`pf-cell pf-cell-${column.kind}`}
          title={column.ui.computed_from}
        >
          <span>
            {column.title}
            {column.ui.computed_from && (
              <span className="pf-sigma-mark" aria-hidden="true">
                {' '}
                Σ
              </span>
            )}
            {column.required && (
              <span className="pf-required" aria-hidden="true">
                {' '}
                *
              </span>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}
