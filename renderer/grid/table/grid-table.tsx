import { useRef, useState, type FocusEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { selectionWidth, type ColumnLayout } from '#renderer/grid/columns/columns.ts'
import type { SortKey } from '#renderer/grid/data/grid-query.ts'
import { SelectAll } from '#renderer/grid/selection/select-all.tsx'
import type { Action, GridColumn, GridRow, GridSummary } from '#schemas/types/contract.d.ts'
import type { LineDraft } from '#renderer/grid/edit/grid-edits.ts'
import { cardLines, useIsCards } from './card-cells.ts'
import { placeOf } from './grid-focus.ts'
import { GridLine } from './grid-line.tsx'
import { HeadCell } from './head-cell.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import { SummaryLine } from './summary-line.tsx'
import { isSameStop, stopOf, useOneTabStop, type TabStop } from './tab-stop.ts'
import type { TreePlace } from './tree-lines.ts'
import { GroupLine } from './group-line.tsx'
import type { GroupedRows, GroupHead } from './group-rows.ts'
import { useHeldFocus } from './use-held-focus.ts'
import type { Drop } from '#renderer/grid/reorder/row-order.ts'
import type { RowHandle } from '#renderer/grid/reorder/use-row-moves.ts'
import { useRowWindow } from './use-row-window.ts'
import { useTableKeys } from './use-table-keys.ts'

export interface GridTableProps {
  label: string
  columns: ColumnLayout[]
  minWidth: number
  /** Width of the buttons at the end of each line. */
  actionsWidth: number
  /** Whether the table is as wide as its columns, and no wider. */
  isFixed: boolean
  /** Whether there is too little room for the columns. */
  isTight?: boolean
  /** Null before the first answer: bones in the real widths. */
  rows: GridRow[] | null
  skeletonRows: number
  formats: CellFormats
  actions: Action[]
  selectable: boolean
  selected: ReadonlySet<GridRow['id']>
  sort: SortKey[]
  /** Rows before this page, and in total; -1 if unknown. */
  firstPosition: number
  rowCount: number
  busy: boolean
  onSort: (field: string, add: boolean) => void
  onSelect: (id: GridRow['id'], on: boolean, range: boolean) => void
  /** Shift and an arrow key extend the selection from one row to the next, or shrink it on the way back. */
  onExtend: (from: GridRow['id'], to: GridRow['id']) => void
  onSelectAll: (on: boolean) => void
  onAction: (action: Action, row: GridRow) => void
  /** `returnTo` has the focus again when the menu closes; the opener when left out. */
  onMenu: (row: GridRow, opener: HTMLElement, returnTo?: HTMLElement) => void
  onOpen: (row: GridRow, line: HTMLElement) => void
  onSearch: () => void
  onResize?: (key: string, width: number) => void
  /** Moves a column one place towards the end, or the start for -1. */
  onShift?: (key: string, by: 1 | -1) => void
  /** Position of a row in the tree; left out if the rows are not a tree. */
  placeOf?: (id: GridRow['id']) => TreePlace | undefined
  onToggle?: (id: GridRow['id']) => void
  /** Whether the list is the main content of its page: its keys then work while nothing has the focus. */
  isPage?: boolean
  /** Column whose values group the rows, and the groups. */
  groupBy?: GridColumn
  groups?: GroupedRows
  onToggleGroup?: (key: string) => void
  onClearSelection?: () => void
  /** Undoes the last change; returns whether there was one. */
  onUndo?: () => boolean
  /** Escape in a line: closes or clears what it can; returns whether there was anything. */
  onLeave?: () => boolean
  /** Shows a record in the quick view. */
  onView?: (row: GridRow) => void
  /** How rows are moved by hand; left out where they are not. */
  moves?: { handle?: RowHandle; lifted?: GridRow['id']; landing: Drop | null }
  /** Unsaved edits by row. */
  drafts?: ReadonlyMap<GridRow['id'], LineDraft>
  /** Opens the editor of a cell; `typed` replaces its value. */
  onEdit?: (row: GridRow, key: string, typed?: string) => void
  /** Somebody has come to a cell that can be edited. */
  onNearEdit?: () => void
  /** What all rows come to. */
  summary?: GridSummary
  /** In place of the rows, e.g. the empty state. */
  instead?: ReactNode
}

/**
 * The table of a grid: a plain `<table>` with memoised lines and one set of event handlers for all of them. Its keyboard
 * follows the ARIA grid pattern. Tab stops once, at the last focused line. Lines get the focus as a whole: up, down, j
 * and k move between lines and the head; the arrow in reading direction enters the cells; Enter or F2 enters the content
 * of a cell, where Tab cycles; Escape leaves again.
 */
export function GridTable(props: GridTableProps) {
  const { columns, rows, formats, selectable, selected, actions, sort } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [lastStop, setLastStop] = useState<TabStop | null>(null)
  const heldRef = useHeldFocus(body, rows)
  const stop = stopOf(lastStop, rows, props.groups, selectable ? 1 : 0)
  const stopAt = stop.area === 'line' ? (rows?.findIndex((row) => row.id === stop.id) ?? 0) : 0
  const view = useRowWindow(body, rows, stopAt)
  useOneTabStop(body)
  const isCards = useIsCards()
  const [unfolded, setUnfolded] = useState<ReadonlySet<GridRow['id']>>(new Set())
  const rowOf = (element: Element | null): GridRow | undefined => {
    const id = element?.closest('tr')?.dataset.id
    return rows?.find((row) => String(row.id) === id)
  }
  const onKeyDown = useTableKeys({ ...props, table, body, rowOf, showLine: view.show })

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const part = (event.target as Element).closest<HTMLElement>('[data-part]')
    if (part?.dataset.group !== undefined) return props.onToggleGroup?.(part.dataset.group)
    const row = rowOf(part)
    if (!part || !row) return
    if (part.dataset.part === 'menu') props.onMenu(row, part)
    else if (part.dataset.part === 'view') props.onView?.(row)
    else if (part.dataset.part === 'more')
      setUnfolded((now) => (now.has(row.id) ? new Set([...now].filter((id) => id !== row.id)) : new Set([...now, row.id])))
    else if (part.dataset.part === 'expand') props.onToggle?.(row.id)
    else if (part.dataset.part === 'edit') props.onEdit?.(row, part.dataset.key ?? '')
    else if (part.dataset.part === 'action') {
      const action = actions[Number(part.dataset.index)]
      if (action) props.onAction(action, row)
    } else if (part.dataset.part === 'cell-action') {
      const action = columns.find((entry) => entry.column.key === part.dataset.key)?.column.action
      if (action) props.onAction(action, row)
    }
  }

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const cell = (event.target as Element).closest<HTMLElement>('td[data-editable]')
    const row = rowOf(cell)
    if (cell && row && !cell.dataset.editing && !(event.target as Element).closest('button, a'))
      props.onEdit?.(row, cell.dataset.editable ?? '')
  }

  const onChange = (event: SyntheticEvent<HTMLElement>) => {
    const box = event.target as HTMLInputElement
    const row = rowOf(box)
    if (row && box.dataset.part === 'select')
      props.onSelect(row.id, box.checked, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)
  }

  // The key has opened our menu; the browser's would cover it.
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (event.button !== 2 && ['TR', 'TD'].includes((event.target as Element).tagName)) event.preventDefault()
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const target = event.target
    const place = placeOf(target)
    if (!place) return
    const row = rowOf(target)
    const cell = place.cell?.cellIndex ?? null
    const next: TabStop | null =
      place.area === 'head'
        ? { area: 'head', cell: cell ?? 0 }
        : target.dataset.group !== undefined
          ? { area: 'group', key: target.dataset.group }
          : row
            ? { area: 'line', id: row.id, cell }
            : null
    if (next) setLastStop((last) => (isSameStop(last, next) ? last : next))
    if (target.dataset.editable !== undefined) props.onNearEdit?.()
    heldRef.current = row ? { id: String(row.id), part: target.dataset.part ?? null, cell } : null
  }

  const headStop = stop.area === 'head' ? stop.cell : undefined
  const columnCount = columns.length + (selectable ? 1 : 0) + (actions.length > 0 ? 1 : 0)
  const drawGroup = ({ key, row, count, more, collapsed }: GroupHead) =>
    props.groupBy ? (
      <GroupLine
        key={`group ${key}`}
        group={key}
        row={row}
        count={count}
        more={more}
        collapsed={collapsed}
        tabbable={stop.area === 'group' && stop.key === key}
        column={props.groupBy}
        span={columnCount}
        formats={formats}
      />
    ) : null
  const drawLine = (row: GridRow, index: number) => {
    const place = props.placeOf?.(row.id)
    const line = (
      <GridLine
        key={row.id}
        card={isCards ? (unfolded.has(row.id) ? 'unfolded' : 'folded') : undefined}
        level={place?.level}
        expanded={place?.expanded}
        loading={place?.loading}
        draft={props.drafts?.get(row.id)}
        handle={props.moves?.handle}
        lifted={props.moves?.lifted === row.id}
        drop={props.moves?.landing?.id === row.id && props.moves.lifted !== row.id ? props.moves.landing.side : undefined}
        row={row}
        columns={columns}
        formats={formats}
        actions={actions}
        viewable={props.onView !== undefined}
        selected={selectable ? selected.has(row.id) : undefined}
        stop={stop.area === 'line' && stop.id === row.id ? stop.cell : undefined}
        position={props.firstPosition + index + 1}
      />
    )
    const heads = props.groups?.before.get(row.id)
    return heads ? [...heads.map(drawGroup), line] : line
  }
  return (
    <table
      ref={table}
      role={props.placeOf ? 'treegrid' : 'grid'}
      className="grid-table"
      style={{ minWidth: props.minWidth, inlineSize: props.isFixed ? props.minWidth : undefined }}
      data-tight={props.isTight || undefined}
      aria-label={props.label}
      aria-rowcount={props.rowCount}
      aria-multiselectable={selectable || undefined}
      aria-busy={props.busy}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <colgroup>
        {selectable ? <col style={{ width: selectionWidth }} /> : null}
        {columns.map((entry) => (
          <col key={entry.column.key} style={entry.width === undefined ? undefined : { width: entry.width }} />
        ))}
        {actions.length > 0 ? <col style={{ width: props.actionsWidth }} /> : null}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selectable ? (
            <th className="grid-select" scope="col" data-sticky="start">
              <SelectAll {...props} tabbable={headStop === 0} />
            </th>
          ) : null}
          {columns.map((entry, at) => (
            <HeadCell
              key={entry.column.key}
              entry={entry}
              tabbable={headStop === at + (selectable ? 1 : 0)}
              sort={sort}
              formats={formats}
              onSort={props.onSort}
              onResize={props.onResize}
            />
          ))}
          {actions.length > 0 ? (
            <th className="grid-actions" scope="col" data-sticky="end" tabIndex={headStop === columnCount - 1 ? 0 : -1}>
              <span className="grid-unseen">{formats.t('grid.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody ref={body} onClick={onClick} onDoubleClick={onDoubleClick} onChange={onChange} onContextMenu={onContextMenu}>
        {rows === null ? (
          <SkeletonLines
            count={props.skeletonRows}
            columns={isCards ? columns.slice(0, cardLines + 1) : columns}
            selectable={selectable}
            hasActions={actions.length > 0}
          />
        ) : null}
        {rows === null
          ? null
          : view.spans.flatMap((span) =>
              span.drawn
                ? rows.slice(span.from, span.to).flatMap((row, at) => drawLine(row, span.from + at))
                : [
                    <tr key={`before ${span.to}`} className="grid-left-out" aria-hidden="true">
                      <td colSpan={columnCount} style={{ blockSize: view.heightOf(span) }} />
                    </tr>,
                  ],
            )}
        {props.groups?.after.map(drawGroup)}
        {props.instead ? (
          <tr className="grid-instead">
            <td colSpan={columnCount}>{props.instead}</td>
          </tr>
        ) : null}
      </tbody>
      {props.summary && columns.some(({ column }) => column.summary !== undefined) ? (
        <SummaryLine
          summary={props.summary}
          columns={columns}
          formats={formats}
          selectable={selectable}
          hasActions={actions.length > 0}
          isTree={props.placeOf !== undefined}
        />
      ) : null}
    </table>
  )
}
