import { useEffect, useMemo, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { findWidget, preloadWidgets } from '#renderer/registry/widgets.ts'
import { calendarOf } from '#schemas/rules/calendar/calendar.ts'
import { jalaliHint } from '#renderer/form/controls/dates/jalali-hint.ts'
import { useFormState } from '#renderer/form/form-context.ts'
import { messagesOf } from '#renderer/form/data/form-messages.ts'
import { getAt, isEmpty, isSame, type PathList } from '#renderer/form/data/path.ts'
import { PasteReport } from './paste-report.tsx'
import { RowTools } from './row-tools.tsx'
import { columnWidths, type TableColumn } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { clamp, keyAction } from './table-keys.ts'
import { TableRow } from './table-row.tsx'
import { SaidTotals, TotalsLine } from './totals-line.tsx'
import type { Rows } from './use-rows.ts'
import type { Scan } from './use-scan.ts'
import { useColumnTitles } from './use-column-titles.ts'
import { useRowMoves } from './use-row-moves.ts'
import { useTableCells } from './use-table-cells.ts'
import { useTableClipboard } from './use-table-clipboard.ts'
import { useWindow } from './use-window.ts'

interface RowsTableProps {
  id: string
  label: string
  path: PathList
  rows: Rows
  columns: readonly TableColumn[]
  /** Columns that a line at the end sums up. */
  summed: readonly TableColumn[]
  locked: boolean
  scan: Scan | undefined
  remove: (index: number) => Promise<boolean>
}

const rowHeight = 36

/**
 * Many rows as a grid that works like a spreadsheet: arrows move, typing or Enter edits, Enter and Tab commit and move on, at the end to a
 * new row, Escape discards, Delete clears, with Ctrl it removes the row, arrows with Alt move it, as dragging its number does, and a block
 * from a spreadsheet is pasted over cells. Only visible rows are drawn.
 */
export function RowsTable({ id, label, path, rows, columns, summed, locked, scan, remove }: RowsTableProps) {
  const { t, formatNumber } = useLocale()
  const { count } = rows
  const hasTotals = summed.length > 0
  const { scroller, first, end, show, onScroll } = useWindow(count, rowHeight, hasTotals ? 2 : 1)
  const isReady = useLoadedWidgets(columns)
  const titles = useColumnTitles(columns, path, first)
  const { template, least } = columnWidths(columns)
  const append = (): boolean => {
    if (locked || count >= rows.most || isBlankRow(rows.present().at(-1), rows.fresh(), columns)) return false
    rows.add({ isSpare: true })
    return true
  }
  const cells = useTableCells({ path, count, columns, locked, show, append })
  const { active, column, cellKey, isEditing, goTo, move, edit } = cells
  const { pasted, closeReport, onPaste, onCopy } = useTableClipboard({ path, rows, columns, locked, cells, titles, scan })
  const problem = useCellProblem([...path, active.row, column?.name ?? ''], cellKey, column)

  const { moveRow, removeRow, moveDragged } = useRowMoves({ rows, active, goTo, remove })

  /** A code that ends before its record can be chosen is taken over; further ones go to the field for codes. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    const { target } = event
    if (!isEditing || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement) || target.value.trim() === '') return
    if (column?.name !== scan?.into || (event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey) return
    if (target.closest('[data-busy]') === null) return
    event.preventDefault()
    event.stopPropagation()
    scan?.scan([{ code: target.value.trim(), count: '1' }])
    cells.stop()
    document.getElementById(`${id}-scan`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isEditing || event.nativeEvent.isComposing || !(event.target as Element).matches('[role=gridcell]')) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const chord = event.ctrlKey || event.metaKey
    const isFlag = column?.kind === 'flag'
    const isDeletion = event.key === 'Delete' || event.key === 'Backspace'
    if (event.altKey && !chord && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      if (!locked) moveRow(active.row, active.row + (event.key === 'ArrowUp' ? -1 : 1))
      return
    }
    if (chord && isDeletion) {
      event.preventDefault()
      if (!locked) void removeRow()
      return
    }
    const act = keyAction(event.key, chord, isRtl)
    if (act) {
      event.preventDefault()
      if (act.to) goTo(act.to.row === undefined ? active.row : clamp(act.to.row, count), clamp(act.to.column, columns.length))
      else move(act.down ?? 0, act.right ?? 0)
    } else if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && isFlag)) {
      event.preventDefault()
      if (event.key === 'Enter' && column && !cells.takes(active.row, column)) cells.enter()
      else edit()
    } else if (isDeletion) {
      event.preventDefault()
      cells.empty()
    } else if (event.key.length === 1 && !chord && !event.altKey && !isFlag) edit()
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
        aria-rowcount={count + (hasTotals ? 2 : 1)}
        aria-colcount={columns.length + 1}
        aria-readonly={locked || undefined}
        aria-busy={!isReady || undefined}
        data-totals={hasTotals || undefined}
        style={{ '--pf-template': template, '--pf-least': least, '--pf-lines': count } as CSSProperties}
        onScroll={onScroll}
        onKeyDownCapture={scan && onKeyDownCapture}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <TableHead columns={columns} />
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
              move={locked ? undefined : moveDragged}
              onCell={cells.onRowCell}
              leave={cells.onRowLeave}
            />
          ))}
        </div>
        {hasTotals && <TotalsLine path={path} summed={summed} columns={columns} rowIndex={count + 2} />}
      </div>
      {hasTotals && <SaidTotals path={path} summed={summed} />}
      <p className="pf-error" id={`${id}-cell-error`} role="status">
        {problem && `${t('form.item', { number: formatNumber(active.row + 1) })} · ${column?.title ?? ''}: ${problem}`}
      </p>
      {column?.ui.computed_from && (
        <p className="pf-description" id={`${id}-cell-formula`}>
          Σ {column.title} = {column.ui.computed_from}
        </p>
      )}
      {pasted && <PasteReport pasted={pasted} columns={columns} most={rows.most} goTo={goTo} close={closeReport} />}
      {!locked && count > 0 && <RowTools id={id} row={active.row} rows={rows} goTo={(row) => goTo(row, active.column)} remove={remove} />}
    </>
  )
}

/** Whether nobody has filled in a row. */
const isBlankRow = (row: unknown, fresh: unknown, columns: readonly TableColumn[]): boolean =>
  columns.every(({ name, schema }) => {
    const value = getAt(row, [name])
    return schema.readOnly === true || isEmpty(value) || isSame(value, getAt(fresh, [name]))
  })

/** What is wrong with a cell; of a Jalali day in a Gregorian table what it is called there. */
function useCellProblem(place: PathList, cellKey: string, column: TableColumn | undefined): string {
  const formats = useLocale()
  const message = useFormState((state) => messagesOf(state, cellKey, true).join(' '))
  const isDated = column?.kind === 'date' || column?.kind === 'moment'
  const written = useFormState((state) => (message !== '' && isDated ? getAt(state.data, place) : undefined))
  return (typeof written === 'string' && calendarOf(formats.locale) === 'gregorian' ? jalaliHint(written, formats) : undefined) ?? message
}

/** Fetches the controls of the cells, so that a key that begins to edit one is not lost; true when they are there. */
function useLoadedWidgets(columns: readonly TableColumn[]): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    void preloadWidgets(columns.map(({ widget }) => findWidget(widget, 'field'))).then(() => setReady(true))
  }, [columns])
  return isReady
}
