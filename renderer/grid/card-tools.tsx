import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import type { SortKey } from './grid-query.ts'
import { SelectAll } from './select-all.tsx'

interface CardToolsProps {
  columns: GridColumn[]
  sort: SortKey[]
  selectable: boolean
  rows: GridRow[] | null
  selected: ReadonlySet<GridRow['id']>
  formats: CellFormats
  onSort: (sort: SortKey[]) => void
  onSelectAll: (on: boolean) => void
}

const arrows = { asc: '↑', desc: '↓' } as const

/** What the head of the table offers, where rows are drawn as cards and there is no head. */
export function CardTools({ columns, sort, selectable, rows, selected, formats, onSort, onSelectAll }: CardToolsProps) {
  const sortable = columns.filter((column) => column.sortable === true)
  const [first] = sort
  const known = first !== undefined && sortable.some((column) => column.key === first.field)
  if (sortable.length === 0 && !selectable) return null
  return (
    <div className="grid-card-tools">
      {selectable ? <label className="grid-card-select"><SelectAll rows={rows} selected={selected} formats={formats} onSelectAll={onSelectAll} />{formats.t('grid.select_all')}</label> : null}
      {sortable.length > 0 ? (
        <label className="grid-card-sort">
          <span>{formats.t('grid.sort')}</span>
          <select className="grid-input" value={known ? `${first.order} ${first.field}` : ''} onChange={(event) => onSort(readSort(event.target.value))}>
            {known ? null : <option value="" />}
            {sortable.flatMap((column) => (['asc', 'desc'] as const).map((order) => <option key={`${order} ${column.key}`} value={`${order} ${column.key}`}>{`${column.title || column.key} ${arrows[order]}`}</option>))}
          </select>
        </label>
      ) : null}
    </div>
  )
}

function readSort(value: string): SortKey[] {
  const [order, field] = value.split(' ')
  return field && (order === 'asc' || order === 'desc') ? [{ field, order }] : []
}
