import type { GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { SelectAll } from '#renderer/grid/selection/select-all.tsx'

interface CardToolsProps {
  rows: GridRow[] | null
  selected: ReadonlySet<GridRow['id']>
  selectable: boolean
  /** Total number of rows; null if unknown. */
  total: string | null
  formats: CellFormats
  onSelectAll: (on: boolean) => void
}

/** The controls of the table head and the count of its foot, for rows drawn as cards. */
export function CardTools({ rows, selected, selectable, total, formats, onSelectAll }: CardToolsProps) {
  return (
    <div className="grid-card-tools">
      {selectable ? (
        <label className="grid-card-select">
          <SelectAll rows={rows} selected={selected} formats={formats} onSelectAll={onSelectAll} />
          {formats.t('grid.select_all')}
        </label>
      ) : null}
      {total === null ? null : <span>{formats.t('grid.total', { total })}</span>}
    </div>
  )
}
