import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { actionsWidth, selectionWidth, type ColumnLayout } from './columns.ts'
import { GridLine, stickyStyle } from './grid-line.tsx'
import type { SortKey } from './grid-query.ts'
import { SelectAll } from './select-all.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import { keyCommand } from './table-keys.ts'

export interface GridTableProps {
  label: string
  columns: ColumnLayout[]
  minWidth: number
  /** Null before the first answer: bones in the real widths. */
  rows: GridRow[] | null
  skeletonRows: number
  formats: CellFormats
  actions: Action[]
  selectable: boolean
  selected: ReadonlySet<GridRow['id']>
  sort: SortKey[]
  /** Rows before this page, and in all; -1 when nobody knows. */
  firstPosition: number
  rowCount: number
  busy: boolean
  onSort: (field: string, add: boolean) => void
  onSelect: (id: GridRow['id'], on: boolean, range: boolean) => void
  onSelectAll: (on: boolean) => void
  onAction: (action: Action, row: GridRow) => void
  /** `returnTo` has the focus again when the menu closes; the opener when left out. */
  onMenu: (row: GridRow, opener: HTMLElement, returnTo?: HTMLElement) => void
  onOpen: (row: GridRow, line: HTMLElement) => void
  onSearch: () => void
  /** In place of the rows, e.g. the empty state. */
  instead?: ReactNode
}

/**
 * The table of a grid: a plain `<table>` whose lines are memoised and whose events are heard once for all lines.
 * j, k and the arrows go from line to line, Enter opens, Space selects, the menu key and Shift+F10 show the actions, `/` searches, with the focus in the list only.
 */
export function GridTable(props: GridTableProps) {
  const { columns, rows, formats, selectable, selected, actions, sort } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<GridRow['id'] | null>(null)
  const heldRef = useHeldFocus(body, rows)
  const active = rows?.some((row) => row.id === activeId) ? activeId : (rows?.[0]?.id ?? null)
  const rowOf = (element: Element | null): GridRow | undefined => {
    const id = element?.closest('tr')?.dataset.id
    return rows?.find((row) => String(row.id) === id)
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const part = (event.target as Element).closest<HTMLElement>('[data-part]')
    const row = rowOf(part)
    if (!part || !row) return
    if (part.dataset.part === 'menu') props.onMenu(row, part)
    else if (part.dataset.part === 'action') {
      const action = actions[Number(part.dataset.index)]
      if (action) props.onAction(action, row)
    } else if (part.dataset.part === 'cell-action') {
      const action = columns.find((entry) => entry.column.key === part.dataset.key)?.column.action
      if (action) props.onAction(action, row)
    }
  }

  const onChange = (event: SyntheticEvent<HTMLElement>) => {
    const box = event.target as HTMLInputElement
    const row = rowOf(box)
    if (row && box.dataset.part === 'select') props.onSelect(row.id, box.checked, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const command = keyCommand(event, event.target as HTMLElement)
    if (command === null) return
    const line = (event.target as Element).closest('tr')
    const row = rowOf(line)
    if (command === 'search') props.onSearch()
    else if (command === 'open') { if (row && line) props.onOpen(row, line) }
    else if (command === 'menu') {
      const dots = line?.querySelector<HTMLElement>('[data-part=menu]')
      if (row && line && dots) props.onMenu(row, dots, line)
    }
    else if (command === 'select') { if (row && selectable) props.onSelect(row.id, !selected.has(row.id), event.shiftKey) }
    else if (!moveFocus(body.current, line, command)) return
    event.preventDefault()
  }

  // The key has opened our menu; the browser's would cover it.
  const onContextMenu = (event: MouseEvent<HTMLElement>) => { if (event.button !== 2 && (event.target as Element).tagName === 'TR') event.preventDefault() }

  const onFocus = (event: SyntheticEvent<HTMLElement>) => {
    const row = rowOf(event.target as Element)
    if (row) setActiveId(row.id)
    heldRef.current = row ? { id: String(row.id), part: (event.target as HTMLElement).dataset.part ?? null } : null
  }

  return (
    <table className="grid-table" style={{ minWidth: props.minWidth }} aria-label={props.label} aria-rowcount={props.rowCount} aria-busy={props.busy}>
      <colgroup>
        {selectable ? <col style={{ width: selectionWidth }} /> : null}
        {columns.map((entry) => <col key={entry.column.key} style={entry.width === undefined ? undefined : { width: entry.width }} />)}
        {actions.length > 0 ? <col style={{ width: actionsWidth }} /> : null}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selectable ? <th className="grid-select" scope="col" data-sticky="start"><SelectAll {...props} /></th> : null}
          {columns.map((entry) => <HeadCell key={entry.column.key} entry={entry} sort={sort} formats={formats} onSort={props.onSort} />)}
          {actions.length > 0 ? <th className="grid-actions" scope="col" data-sticky="end"><span className="grid-unseen">{formats.t('grid.actions')}</span></th> : null}
        </tr>
      </thead>
      <tbody ref={body} onClick={onClick} onChange={onChange} onKeyDown={onKeyDown} onContextMenu={onContextMenu} onFocus={onFocus}>
        {rows === null ? <SkeletonLines count={props.skeletonRows} columns={columns} selectable={selectable} hasActions={actions.length > 0} /> : null}
        {rows?.map((row, index) => (
          <GridLine key={row.id} row={row} columns={columns} formats={formats} actions={actions} selected={selectable ? selected.has(row.id) : undefined} tabbable={row.id === active} position={props.firstPosition + index + 1} />
        ))}
        {props.instead ? <tr className="grid-instead"><td colSpan={columns.length + (selectable ? 1 : 0) + (actions.length > 0 ? 1 : 0)}>{props.instead}</td></tr> : null}
      </tbody>
    </table>
  )
}

function HeadCell({ entry, sort, formats, onSort }: { entry: ColumnLayout; sort: SortKey[]; formats: CellFormats; onSort: GridTableProps['onSort'] }) {
  const { column } = entry
  const at = sort.findIndex((key) => key.field === column.key)
  const order = sort[at]?.order
  const shared = { scope: 'col', 'data-align': entry.align, 'data-sticky': entry.sticky?.side, style: stickyStyle(entry) } as const
  if (column.sortable !== true) return <th {...shared}><span className="grid-head" dir="auto" title={column.title}>{column.title}</span></th>
  return (
    <th {...shared} aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}>
      <button type="button" className="grid-head" data-order={order} title={formats.t('grid.sort_hint')} onClick={(event) => onSort(column.key, event.shiftKey)}>
        <span dir="auto">{column.title}</span>
        <span className="grid-arrow" aria-hidden="true">{sort.length > 1 && at >= 0 ? formats.number(at + 1) : null}</span>
      </button>
    </th>
  )
}

function moveFocus(body: HTMLElement | null, line: Element | null, command: 'next' | 'previous' | 'first' | 'last'): boolean {
  const lines = [...(body?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])]
  const at = line === null ? -1 : lines.indexOf(line as HTMLElement)
  const target = { next: lines[at + 1], previous: lines[at - 1], first: lines[0], last: lines.at(-1) }[command]
  target?.focus()
  return target !== undefined
}

/** Keeps the focus in the list when the line that had it is drawn anew or is gone: on that line, else on its neighbour. */
function useHeldFocus(body: React.RefObject<HTMLTableSectionElement | null>, rows: GridRow[] | null) {
  const held = useRef<{ id: string; part: string | null } | null>(null)
  const before = useRef<string[]>([])
  useEffect(() => {
    const was = held.current
    const order = before.current
    before.current = rows?.map((row) => String(row.id)) ?? order
    // The browser hands the focus to the body when the focused line goes; elsewhere the user has gone by himself.
    if (!was || !rows || (document.activeElement !== document.body && document.activeElement !== null)) return
    const line = (id: string | undefined) => (id === undefined ? null : body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`) ?? null)
    const same = line(was.id)
    if (same) (was.part === null ? same : (same.querySelector<HTMLElement>(`[data-part="${was.part}"]`) ?? same)).focus({ preventScroll: true })
    else (line(order.slice(order.indexOf(was.id) + 1).find((id) => line(id))) ?? line(String(rows.at(-1)?.id)))?.focus({ preventScroll: true })
  }, [body, rows])
  return held
}
