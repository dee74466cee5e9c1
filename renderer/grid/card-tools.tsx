import type { GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { SelectAll } from './select-all.tsx'

interface CardToolsProps {
  rows: GridRow[] | null
  selected: ReadonlySet<GridRow['id']>
  formats: CellFormats
  onSelectAll: (on: boolean) => void
}

/** What the head of the table offers, where rows are drawn as cards and there is no head. */
export function CardTools({ rows, selected, formats, onSelectAll }: CardToolsProps) {
  return (
    <div className="grid-card-tools">
      <label className="grid-card-select"><SelectAll rows={rows} selected={selected} formats={formats} onSelectAll={onSelectAll} />{formats.t('grid.select_all')}</label>
    </div>
  )
}
