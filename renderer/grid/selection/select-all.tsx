import type { GridTableProps } from '#renderer/grid/table/grid-table.tsx'

/** Selects every row of the page; half ticked while only some are. */
export function SelectAll({
  rows,
  selected,
  formats,
  onSelectAll,
  tabbable = true,
}: Pick<GridTableProps, 'rows' | 'selected' | 'formats' | 'onSelectAll'> & { tabbable?: boolean }) {
  const some = rows?.some((row) => selected.has(row.id)) ?? false
  const all = some && (rows?.every((row) => selected.has(row.id)) ?? false)
  return (
    <input
      type="checkbox"
      tabIndex={tabbable ? 0 : -1}
      aria-label={formats.t('grid.select_all')}
      checked={all}
      disabled={!rows?.length}
      ref={(box) => {
        if (box) box.indeterminate = some && !all
      }}
      onChange={(event) => onSelectAll(event.target.checked)}
    />
  )
}
