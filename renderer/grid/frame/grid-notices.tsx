import type { CallFailure } from '#renderer/api/call-failure.ts'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { DocumentNotice } from '#renderer/documents/document-notice.tsx'
import { problemsOf } from '#renderer/documents/document-problems.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { SlowNotice, StaleNotice } from './grid-states.tsx'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { GridData } from '#renderer/grid/data/use-grid-data.ts'

type Problems = ReturnType<typeof problemsOf>

interface GridNoticesProps {
  /** `grid module/class/part` */
  document: string
  data: Pick<GridData, 'stale' | 'busy' | 'turn' | 'reload'>
  failure: CallFailure | null
  /** What of the answer cannot be read at all. */
  unreadable: Problems
  /** What of the grid or the page was left out. */
  leftOut: Problems
  /** Columns whose sums run with the rows, in an order in which they mean nothing. */
  hiddenSums: readonly GridColumn[]
  formats: CellFormats
}

/** Notices above the rows. */
export function GridNotices({ document, data, failure, unreadable, leftOut, hiddenSums, formats }: GridNoticesProps) {
  return (
    <>
      {failure && (data.stale || unreadable.length > 0) ? (
        <StaleNotice failure={failure} formats={formats} busy={data.busy} onRetry={data.reload} />
      ) : null}
      {unreadable.length > 0 ? <BrokenAnswer document={document} problems={unreadable} /> : null}
      {data.busy ? <SlowNotice key={data.turn} formats={formats} stale={data.stale} onRetry={data.reload} /> : null}
      {hiddenSums.length > 0 ? (
        <p className="grid-late" role="status">
          {formats.t('grid.running_hidden', { columns: hiddenSums.map(({ title }) => title).join(formats.t('grid.comma')) })}
        </p>
      ) : null}
      <DocumentNotice document={document} problems={leftOut} />
    </>
  )
}

/** How old the rows of a list that looks again by itself are, and whether others wait to be shown. */
export function GridAge({ data, formats }: { data: Pick<GridData, 'stale' | 'late' | 'fresh' | 'showFresh'>; formats: CellFormats }) {
  const { t } = formats
  return (
    <>
      {data.late === null || data.stale ? null : (
        <p className="grid-late" role="status">
          {t('grid.last_updated', { when: formats.datetime(new Date(data.late).toISOString()) ?? '' })}
        </p>
      )}
      {data.fresh > 0 ? (
        <div className="grid-fresh" role="status">
          <span>{t('grid.new_rows', { count: formats.number(data.fresh) })}</span>
          <button type="button" className="grid-button" onClick={data.showFresh}>
            {t('grid.show_new_rows')}
          </button>
        </div>
      ) : null}
    </>
  )
}
