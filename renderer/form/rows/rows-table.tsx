import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import { calendarOf } from '#schemas/rules/calendar.ts'
import { isFixedAt, isShownAt } from '#schemas/rules/form-conditions.ts'
import type { Leave } from '#renderer/form/fields/cell-editor.tsx'
import { cellText } from '#renderer/form/fields/cell-text.ts'
import { jalaliHint } from '#renderer/form/controls/jalali-hint.ts'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { messagesOf } from '#renderer/form/data/form-store.ts'
import { formatPath, getAt, parsePath, type PathList } from '#renderer/form/data/path.ts'
import { parseBlock, pasteBlock, type Pasted } from './paste-block.ts'
import { PasteReport } from './paste-report.tsx'
import { onReveal } from '#renderer/form/validation/reveal.ts'
import { RowTools } from './row-tools.tsx'
import { columnWidths, type TableColumn } from './table-columns.ts'
import { TableRow } from './table-row.tsx'
import type { Rows } from './use-rows.ts'
import { useColumnTitles } from './use-column-titles.ts'
import { useWindow } from './use-window.ts'

interface RowsTableProps {
  id: string
  label: string
  path: PathList
  rows: Rows
  columns: readonly TableColumn[]
  locked: boolean
  remove: (index: number) => Promise<boolean>
}
interface Cell {
  row: number
  column: number
}

const rowHeight = 36
const pageRows = 10

/**
 * Many rows as a grid that works like a spreadsheet: arrows move, typing or Enter edits, Enter and Tab keep and go on,
 * Escape gives up, Delete empties, a block from a spreadsheet is pasted over cells. Only rows in view are drawn.
 */
export function RowsTable({ id, label, path, rows, columns, locked, remove }: RowsTableProps) {
  const formats = useLocale()
  const { t, locale, formatNumber } = formats
  const { store, form, idPrefix } = useFormScope()
  const { count } = rows
  const { scroller, first, end, show, onScroll } = useWindow(count, rowHeight)
  const [wanted, setActive] = useState<Cell>({ row: 0, column: 0 })
  const [isEditing, setEditing] = useState(false)
  const [pasted, setPasted] = useState<Pasted>()
  const wantsFocus = useRef(false)
  const isReady = useLoadedWidgets(columns)
  const titles = useColumnTitles(columns, path, first)
  const { template, least } = columnWidths(columns)
  const active = { row: Math.min(wanted.row, count - 1), column: wanted.column }
  const cellKey = `${formatPath(path)}.${active.row}.${columns[active.column]?.name ?? ''}`
  const wrong = useFormState((state) => messagesOf(state, cellKey, true).join(' '))
  const kind = columns[active.column]?.kind
  const written = useFormState((state) =>
    wrong !== '' && (kind === 'date' || kind === 'moment')
      ? getAt(state.data, [...path, active.row, columns[active.column]!.name])
      : undefined,
  )
  const told = (typeof written === 'string' && calendarOf(locale) === 'gregorian' ? jalaliHint(written, formats) : undefined) ?? wrong

  useEffect(() => {
    if (!wantsFocus.current || isEditing) return
    wantsFocus.current = false
    const cell = document.getElementById(idAt(idPrefix, cellKey))
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const goTo = useCallback(
    (row: number, column: number): void => {
      wantsFocus.current = true
      setEditing(false)
      setActive({ row, column })
      show(row)
    },
    [show],
  )
  const move = (down: number, right: number): void => goTo(clamp(active.row + down, count), clamp(active.column + right, columns.length))

  const takes = (row: number, column: TableColumn): boolean => {
    const place = [...path, row, column.name]
    const { data } = store.getState()
    return !locked && !column.schema.readOnly && isShownAt(form, column.ui, data, place) && !isFixedAt(form, column.ui, data, place)
  }
  const edit = (): void => {
    const column = columns[active.column]
    if (!column || !takes(active.row, column)) return
    if (column.kind === 'flag') {
      const place = [...path, active.row, column.name]
      store.commit(place, getAt(store.getState().data, place) !== true)
      store.touch(cellKey)
    } else flushSync(() => setEditing(true))
  }

  const leave = (to: Leave): void => {
    const last = columns.length - 1
    if (to === 'down') move(1, 0)
    else if (to === 'next')
      goTo(active.column === last ? clamp(active.row + 1, count) : active.row, active.column === last ? 0 : active.column + 1)
    else if (to === 'previous')
      goTo(active.column === 0 ? clamp(active.row - 1, count) : active.row, active.column === 0 ? last : active.column - 1)
    else goTo(active.row, active.column)
  }
  const onCell = (row: number, column: number, event: MouseEvent): void => {
    const isSame = row === active.row && column === active.column
    if (isSame && isEditing) return
    event.preventDefault()
    if (isSame && document.activeElement?.id === idAt(idPrefix, cellKey)) edit()
    else goTo(row, column)
  }
  const reveal = useEffectEvent((wantedPath: string): void => {
    const list = parsePath(wantedPath)
    const [row, name] = list.slice(path.length)
    if (formatPath(list.slice(0, path.length)) !== formatPath(path) || typeof row !== 'number' || row >= count) return
    flushSync(() => {
      setEditing(false)
      setActive({
        row,
        column: Math.max(
          0,
          columns.findIndex((column) => column.name === name),
        ),
      })
      show(row)
    })
  })
  useEffect(() => onReveal(idPrefix, (wantedPath) => reveal(wantedPath)), [idPrefix])
  // The rows are memoised, so what they call is one function for good.
  const handlers = useRef({ onCell, leave })
  useEffect(() => {
    handlers.current = { onCell, leave }
  })
  const onRowCell = useCallback((row: number, column: number, event: MouseEvent) => handlers.current.onCell(row, column, event), [])
  const onRowLeave = useCallback((to: Leave) => handlers.current.leave(to), [])

  function onKeyDown(event: KeyboardEvent): void {
    if (isEditing || event.nativeEvent.isComposing || !(event.target as Element).matches('[role=gridcell]')) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const chord = event.ctrlKey || event.metaKey
    const act = keyAction(event.key, chord, isRtl)
    if (act) {
      event.preventDefault()
      if (act.to) goTo(act.to.row === undefined ? active.row : clamp(act.to.row, count), clamp(act.to.column, columns.length))
      else move(act.down ?? 0, act.right ?? 0)
    } else if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && columns[active.column]?.kind === 'flag')) {
      event.preventDefault()
      edit()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const column = columns[active.column]
      if (column && takes(active.row, column)) {
        store.commit([...path, active.row, column.name], undefined)
        store.touch(cellKey)
      }
    } else if (event.key.length === 1 && !chord && !event.altKey && columns[active.column]?.kind !== 'flag') edit()
  }

  function onPaste(event: ClipboardEvent): void {
    const block = parseBlock(event.clipboardData.getData('text/plain'))
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1
    if (locked || count === 0 || (isEditing && !isBlock)) return
    event.preventDefault()
    store.flush()
    const result = pasteBlock(block, {
      rows: rows.present(),
      columns: columns.map((column) => (column.kind === 'record' ? { ...column, choices: titles.known(column) } : column)),
      at: active,
      most: rows.most,
      fresh: rows.fresh,
      reading: { locale, timeZone: formats.timeZone, yes: t('form.yes'), no: t('form.no') },
      takes: (_, column, index) => (index < count ? takes(index, column) : !column.schema.readOnly),
    })
    rows.replace(result.rows)
    setPasted(result)
    goTo(active.row, active.column)
  }
  function onCopy(event: ClipboardEvent): void {
    if (isEditing) return
    const column = columns[active.column]
    if (!column) return
    event.preventDefault()
    const value = getAt(store.getState().data, [...path, active.row, column.name])
    event.clipboardData.setData(
      'text/plain',
      (column.kind === 'record' ? titles.titleOf(column, value) : undefined) ?? cellText(value, column.schema, column.choices, formats),
    )
  }

  const drawn = useMemo(() => {
    const list = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    // The cell with the focus stays, wherever the list is scrolled to.
    return active.row >= 0 && (active.row < first || active.row >= end) ? [...list, active.row].sort((a, b) => a - b) : list
  }, [first, end, active.row])

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        className="pf-grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-readonly={locked || undefined}
        aria-busy={!isReady || undefined}
        style={{ '--pf-template': template, '--pf-least': least, '--pf-lines': count } as CSSProperties}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <div role="row" aria-rowindex={1} className="pf-line pf-grid-head">
          <div role="columnheader" aria-colindex={1} className="pf-line-number">
            <span className="pf-unseen">{t('form.rows.number')}</span>
          </div>
          {columns.map((column, at) => (
            <div key={column.name} role="columnheader" aria-colindex={at + 2} className={`pf-cell pf-cell-${column.kind}`}>
              <span>
                {column.title}
                {column.required && (
                  <span className="pf-required" aria-hidden="true">
                    {' '}
                    *
                  </span>
                )}
              </span>
            </div>
          ))}
        </div>
        <div role="rowgroup" className="pf-lines">
          {drawn.map((index) => (
            <TableRow
              key={index}
              index={index}
              path={path}
              columns={columns}
              active={index === active.row ? active.column : undefined}
              isEditing={isEditing && index === active.row}
              titleOf={titles.titleOf}
              onCell={onRowCell}
              leave={onRowLeave}
            />
          ))}
        </div>
      </div>
      <p className="pf-error" id={`${id}-cell-error`} role="status">
        {told && `${t('form.item', { number: formatNumber(active.row + 1) })} · ${columns[active.column]?.title ?? ''}: ${told}`}
      </p>
      {pasted && <PasteReport pasted={pasted} columns={columns} most={rows.most} goTo={goTo} close={() => setPasted(undefined)} />}
      {!locked && count > 0 && <RowTools id={id} row={active.row} rows={rows} goTo={(row) => goTo(row, active.column)} remove={remove} />}
    </>
  )
}

/** Fetches the controls of the cells, so that a key that begins to edit one is not lost; true when they are there. */
function useLoadedWidgets(columns: readonly TableColumn[]): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const parts = columns.map(({ widget }) => findWidget(widget, 'field')?.component as { preload?: () => Promise<void> } | undefined)
    void Promise.all(parts.map((part) => part?.preload?.())).then(() => setReady(true))
  }, [columns])
  return isReady
}

const clamp = (value: number, length: number): number => Math.max(0, Math.min(value, length - 1))

interface KeyAction {
  down?: number
  right?: number
  to?: { row?: number; column: number }
}

/** Where a key leads; arrows follow the direction in which the columns run. */
function keyAction(key: string, chord: boolean, isRtl: boolean): KeyAction | undefined {
  switch (key) {
    case 'ArrowDown':
      return { down: chord ? Infinity : 1 }
    case 'ArrowUp':
      return { down: chord ? -Infinity : -1 }
    case 'ArrowRight':
      return { right: (isRtl ? -1 : 1) * (chord ? Infinity : 1) }
    case 'ArrowLeft':
      return { right: (isRtl ? 1 : -1) * (chord ? Infinity : 1) }
    case 'PageDown':
      return { down: pageRows }
    case 'PageUp':
      return { down: -pageRows }
    case 'Home':
      return { to: { row: chord ? 0 : undefined, column: 0 } }
    case 'End':
      return { to: { row: chord ? Infinity : undefined, column: Infinity } }
    default:
      return undefined
  }
}
