import type { GridPagination } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { countPages, hasNextPage, isOpenEnded, pageNumbers, pageRange } from '#renderer/grid/data/paging.ts'

interface PagerProps {
  pagination: GridPagination
  shownRows: number
  sizes: number[]
  formats: CellFormats
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Foot of a grid: which rows these are of how many, the pages, and how many rows a page. */
export function Pager({ pagination, shownRows, sizes, formats, onPage, onSize }: PagerProps) {
  const { t } = formats
  const number = (value: number) => formats.number(value) ?? String(value)
  const range = pageRange(pagination, shownRows)
  const total = number(pagination.total) + (isOpenEnded(pagination) ? '+' : '')
  const { page } = pagination
  const pages = countPages(pagination)
  const more = hasNextPage(pagination, shownRows)
  const offered = [...new Set([...sizes, pagination.page_size])].sort((a, b) => a - b)
  return (
    <div className="grid-foot" data-bar>
      <span className="grid-range">
        {range ? t('grid.range', { from: number(range.from), to: number(range.to), total }) : t('grid.total', { total })}
      </span>
      <nav className="grid-pager" aria-label={t('grid.pages')}>
        <Step title={t('grid.first_page')} icon="first" disabled={page <= 1} onClick={() => onPage(1)} />
        <Step
          title={t('grid.previous_page')}
          icon="previous"
          disabled={page <= 1}
          onClick={() => onPage(isOpenEnded(pagination) ? page - 1 : Math.min(page - 1, pages))}
        />
        {pageNumbers({ page, pages, open: isOpenEnded(pagination), more }).map((entry, index) =>
          entry === 'gap' ? (
            <span key={`gap-${index}`} className="grid-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={entry}
              type="button"
              aria-label={t('grid.page', { page: number(entry) })}
              aria-current={entry === page ? 'page' : undefined}
              onClick={() => onPage(entry)}
            >
              {number(entry)}
            </button>
          ),
        )}
        <Step title={t('grid.next_page')} icon="next" disabled={!more} onClick={() => onPage(page + 1)} />
        {isOpenEnded(pagination) ? null : (
          <Step title={t('grid.last_page')} icon="last" disabled={page === pages} onClick={() => onPage(pages)} />
        )}
      </nav>
      <label className="grid-size">
        <span>{t('grid.page_size')}</span>
        <select value={pagination.page_size} onChange={(event) => onSize(Number(event.target.value))}>
          {offered.map((size) => (
            <option key={size} value={size}>
              {number(size)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Step({ title, icon, disabled, onClick }: { title: string; icon: string; disabled: boolean; onClick: () => void }) {
  // Stays focusable at the ends, so that the focus is not lost under the hand that pages.
  return (
    <button
      type="button"
      className="grid-step"
      data-icon={icon}
      aria-label={title}
      title={title}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    />
  )
}
