import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { SortKey } from '#renderer/grid/data/grid-query.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

export interface SortField {
  key: string
  title: string
}

/** Every list can be in order of these. */
const everywhere = ['created_at', 'updated_at'] as const

/**
 * Fields for sorting: sortable columns, the times of creation and change, and the fields of the current order, even if
 * no column shows them.
 */
export function sortFields(columns: readonly GridColumn[], sort: readonly SortKey[], t: CellFormats['t']): SortField[] {
  const own: Record<string, string> = { created_at: t('grid.created_at'), updated_at: t('grid.updated_at'), id: t('grid.id') }
  const titleOf = (key: string) =>
    columns.find((column) => column.key === key)?.title || (Object.hasOwn(own, key) ? own[key]! : t('grid.own_order'))
  const keys = new Set([
    ...columns.filter((column) => column.sortable === true).map((column) => column.key),
    ...everywhere,
    ...sort.map(({ field }) => field),
  ])
  return [...keys].map((key) => ({ key, title: titleOf(key) }))
}
