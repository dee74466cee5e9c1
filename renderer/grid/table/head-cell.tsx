import type { MouseEvent, PointerEvent } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { ColumnLayout } from '#renderer/grid/columns/columns.ts'
import type { SortKey } from '#renderer/grid/data/grid-query.ts'
import { fittingWidth, followResize } from './column-resize.ts'
import { stickyStyle } from './grid-line.tsx'

interface HeadCellProps {
  entry: ColumnLayout
  /** Whether Tab stops here. */
  tabbable: boolean
  sort: SortKey[]
  formats: CellFormats
  onSort: (field: string, add: boolean) => void
  /** Left out where columns cannot be set. */
  onResize?: (key: string, width: number) => void
}

/** Head of a column: sorts, and is dragged at its end to another width, or with two clicks there to that of its content. */
export function HeadCell({ entry, tabbable, sort, formats, onSort, onResize }: HeadCellProps) {
  const { column } = entry
  const at = sort.findIndex((key) => key.field === column.key)
  const order = sort[at]?.order
  const tabIndex = tabbable ? 0 : -1
  const shared = {
    scope: 'col',
    'data-key': column.key,
    'data-align': entry.align,
    'data-sticky': entry.sticky?.side,
    style: stickyStyle(entry),
  } as const
  const handle =
    onResize === undefined ? null : <ResizeHandle columnKey={column.key} title={formats.t('grid.resize_hint')} onResize={onResize} />
  if (column.sortable !== true)
    return (
      <th {...shared} tabIndex={tabIndex}>
        <span className="grid-head" dir="auto" title={column.title}>
          {column.title}
        </span>
        {column.computing && <small className="grid-computing">{formats.t('grid.computing')}</small>}
        {handle}
      </th>
    )
  return (
    <th {...shared} aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}>
      <button
        type="button"
        tabIndex={tabIndex}
        className="grid-head"
        data-order={order}
        title={formats.t('grid.sort_hint')}
        onClick={(event) => onSort(column.key, event.shiftKey)}
      >
        <span dir="auto">{column.title}</span>
        <span className="grid-arrow" aria-hidden="true">
          {sort.length > 1 && at >= 0 ? formats.number(at + 1) : null}
        </span>
      </button>
      {handle}
    </th>
  )
}

/** For the pointer; the keyboard has Shift and the arrows on the head, and the list of columns. */
function ResizeHandle({
  columnKey,
  title,
  onResize,
}: {
  columnKey: string
  title: string
  onResize: (key: string, width: number) => void
}) {
  const headOf = (event: MouseEvent) => event.currentTarget.closest('th')
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event)
    if (!head || event.button !== 0) return
    event.preventDefault()
    followResize({ head, pointerId: event.pointerId, startX: event.clientX, onDone: (width) => onResize(columnKey, width) })
  }
  const onDoubleClick = (event: MouseEvent) => {
    const head = headOf(event)
    if (head) onResize(columnKey, fittingWidth(head))
  }
  return <span className="grid-resize" aria-hidden="true" title={title} onPointerDown={onPointerDown} onDoubleClick={onDoubleClick} />
}
