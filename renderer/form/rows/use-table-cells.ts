import { useCallback, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { isFixedAt, isShownAt } from '#schemas/rules/conditions/form-conditions.ts'
import type { Leave } from '#renderer/form/fields/cell-editor.tsx'
import { formatPath, getAt, parsePath, type PathList } from '#renderer/form/data/path.ts'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import { onReveal } from '#renderer/form/validation/reveal.ts'
import type { TableColumn } from './table-columns.ts'
import { clamp } from './table-keys.ts'

interface Cell {
  row: number
  column: number
}

interface TableCellsOptions {
  path: PathList
  count: number
  columns: readonly TableColumn[]
  locked: boolean
  /** Brings a row into view. */
  show: (row: number) => void
  /** Adds a row behind the last one, unless that is empty or there may be no more; whether it did. */
  append: () => boolean
}

/** The cell of a table that has the focus, whether it is edited, and the ways from one cell to another. */
export function useTableCells({ path, count, columns, locked, show, append }: TableCellsOptions) {
  const { store, form, idPrefix } = useFormScope()
  const [wanted, setActive] = useState<Cell>({ row: 0, column: 0 })
  const [isEditing, setEditing] = useState(false)
  const wantsFocus = useRef(false)
  /** Column in which Tab began to lead along the row: Enter goes on below it. */
  const began = useRef<number | undefined>(undefined)
  const active = { row: Math.min(wanted.row, count - 1), column: wanted.column }
  const column = columns[active.column]
  /** Path of the cell, as messages are kept by. */
  const cellKey = `${formatPath(path)}.${active.row}.${column?.name ?? ''}`

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
  const move = (down: number, right: number): void => {
    began.current = undefined
    goTo(clamp(active.row + down, count), clamp(active.column + right, columns.length))
  }
  /** To the next row, at the end to a new one; `column` is where the entry goes on. */
  const goDown = (column: number): void => {
    if (active.row < count - 1) goTo(active.row + 1, column)
    else if (append()) goTo(count, column)
    else goTo(active.row, active.column)
  }
  const enter = (): void => {
    const column = began.current ?? active.column
    began.current = undefined
    goDown(column)
  }
  /** Cells that only show something are passed by. */
  const isTyped = ({ schema }: TableColumn): boolean => schema.readOnly !== true

  /** Whether a cell can be edited as the data is. */
  const takes = (row: number, column: TableColumn): boolean => {
    const place = [...path, row, column.name]
    const { data } = store.getState()
    return !locked && !column.schema.readOnly && isShownAt(form, column.ui, data, place) && !isFixedAt(form, column.ui, data, place)
  }
  /** Ends the editing; what was typed is dropped, and the focus stays with the caller. */
  const stop = (): void => setEditing(false)
  const edit = (): void => {
    if (!column || !takes(active.row, column)) return
    if (column.kind === 'flag') {
      const place = [...path, active.row, column.name]
      store.commit(place, getAt(store.getState().data, place) !== true)
      store.touch(cellKey)
    } else flushSync(() => setEditing(true))
  }
  const empty = (): void => {
    if (!column || !takes(active.row, column)) return
    store.commit([...path, active.row, column.name], undefined)
    store.touch(cellKey)
  }

  const leave = (to: Leave): void => {
    if (to === 'down') enter()
    else if (to === 'next') {
      began.current ??= active.column
      const next = columns.findIndex((one, at) => at > active.column && isTyped(one))
      if (next !== -1) return goTo(active.row, next)
      began.current = undefined
      goDown(Math.max(0, columns.findIndex(isTyped)))
    } else if (to === 'previous') {
      const previous = columns.findLastIndex((one, at) => at < active.column && isTyped(one))
      if (previous !== -1) goTo(active.row, previous)
      else if (active.row > 0) goTo(active.row - 1, Math.max(0, columns.findLastIndex(isTyped)))
      else goTo(active.row, active.column)
    } else goTo(active.row, active.column)
  }
  const onCell = (row: number, column: number, event: MouseEvent): void => {
    const isSame = row === active.row && column === active.column
    if (isSame && isEditing) return
    event.preventDefault()
    began.current = undefined
    if (isSame && document.activeElement?.id === idAt(idPrefix, cellKey)) edit()
    else goTo(row, column)
  }
  const reveal = useEffectEvent((wantedPath: string): void => {
    const list = parsePath(wantedPath)
    const [row, name] = list.slice(path.length)
    if (formatPath(list.slice(0, path.length)) !== formatPath(path) || typeof row !== 'number' || row >= count) return
    const named = columns.findIndex((one) => one.name === name)
    flushSync(() => {
      setEditing(false)
      setActive({ row, column: Math.max(0, named) })
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

  return { active, column, cellKey, isEditing, takes, goTo, move, enter, edit, stop, empty, onRowCell, onRowLeave }
}

export type TableCells = ReturnType<typeof useTableCells>
