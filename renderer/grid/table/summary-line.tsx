import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { summaryText } from '#renderer/grid/cells/summary-text.ts'
import type { ColumnLayout } from '#renderer/grid/columns/columns.ts'
import type { GridSummary } from '#schemas/types/contract.d.ts'
import { stickyStyle } from './grid-line.tsx'

interface SummaryLineProps {
  summary: GridSummary
  columns: ColumnLayout[]
  formats: CellFormats
  selectable: boolean
  hasActions: boolean
  /** Of a tree all levels are summed up, though a page is made of those at the top. */
  isTree?: boolean
}

/** What all rows that match come to, whatever the page: as the server has worked it out, at the foot of the table. */
export function SummaryLine({ summary, columns, formats, selectable, hasActions, isTree = false }: SummaryLineProps) {
  const { t } = formats
  const rest = (selectable ? 1 : 0) + (hasActions ? 1 : 0)
  if (!summary.is_exact || !summary.values)
    return (
      <tfoot>
        <tr>
          <td className="grid-summary-none" colSpan={columns.length + rest}>
            {t('grid.summary_too_many', { count: formats.number(summary.rows) })}
          </td>
        </tr>
      </tfoot>
    )
  return (
    <tfoot>
      <tr aria-label={isTree ? `${t('grid.summary')}: ${t('grid.summary_all_levels')}` : t('grid.summary')}>
        {selectable ? <td data-sticky="start" className="grid-select" /> : null}
        {columns.map((entry) => {
          const { key, title, summary: kind } = entry.column
          const value = kind === undefined ? undefined : summary.values?.[key]
          return (
            <td
              key={key}
              data-align={entry.align}
              data-sticky={entry.sticky?.side}
              data-label={kind === undefined ? undefined : title}
              style={stickyStyle(entry)}
            >
              {kind === undefined || value === undefined ? null : (
                <span className="grid-sum">
                  <small>
                    {t(`grid.summary_${kind}`)}
                    {isTree ? ` (${t('grid.summary_all_levels')})` : ''}
                  </small>{' '}
                  <bdi>{summaryText(value, entry.column, formats)}</bdi>
                </span>
              )}
            </td>
          )
        })}
        {hasActions ? <td data-sticky="end" className="grid-actions" /> : null}
      </tr>
    </tfoot>
  )
}
