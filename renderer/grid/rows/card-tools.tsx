import type { GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { SelectAll } from '#renderer/grid/selection/select-all.tsx'

interface CardToolsProps {
  rows: GridRow[] | null
  selected: ReadonlySet<GridRow['id']>
  selectable: boolean
  /** How many rows there are in all; null while nobody knows. */
  total: string | null
  formats: CellFormats
  onSelectAll: (on: boolean) => void
}

/** What the head of the table offers and its foot says, where rows are drawn as cards: there is no head, and the foot is far. */
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
