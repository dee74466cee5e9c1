import { useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { SortKey } from '#renderer/grid/data/grid-query.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import { sortFields } from './sort-fields.ts'

const SortPopover = lazyComponent(() => import('./sort-popover.tsx'))

interface SortButtonProps {
  columns: GridColumn[]
  sort: SortKey[]
  formats: CellFormats
  /** Null for the grid's own order. */
  onSort: (sort: SortKey[] | null) => void
}

/** Shows the sort order of the rows, and opens a popover to change it, also by several columns. */
export function SortButton({ columns, sort, formats, onSort }: SortButtonProps) {
  const { t } = formats
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const fields = sortFields(columns, sort, t)
  const titles = sort.map(({ field, order }) => `${fields.find(({ key }) => key === field)?.title ?? field} ${order === 'asc' ? '↑' : '↓'}`)
  return (
    <>
      <button
        type="button"
        className="grid-button grid-sort-button"
        data-plain
        aria-haspopup="dialog"
        onClick={(event) => setOpener(event.currentTarget)}
      >
        <Icon name="sort" size={16} />
        {titles[0] === undefined ? (
          t('grid.sort')
        ) : (
          <>
            <span className="grid-unseen">{`${t('grid.sort')}: ${titles.join(t('grid.comma'))}`}</span>
            <bdi aria-hidden="true">{titles[0]}</bdi>
            {titles.length > 1 ? (
              <span className="grid-count" aria-hidden="true">
                +{formats.number(titles.length - 1)}
              </span>
            ) : null}
          </>
        )}
      </button>
      {opener ? (
        <SortPopover
          fields={fields}
          sort={sort}
          opener={opener}
          formats={formats}
          onApply={(next) => {
            setOpener(null)
            onSort(next)
            opener.focus()
          }}
          onClose={() => setOpener(null)}
        />
      ) : null}
    </>
  )
}
