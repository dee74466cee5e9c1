import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { SelectionList } from '#renderer/documents/action-context.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { offerUndoStep } from '#renderer/action/undo-steps.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { listKey } from '#renderer/grid/selection/bulk-selection.ts'
import { readRows } from '#renderer/grid/data/grid-loader.ts'
import type { SortKey } from '#renderer/grid/data/grid-query.ts'
import { rowName } from '#renderer/grid/rows/rows.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { GridColumn, GridPagination, GridRow } from '#schemas/types/contract.d.ts'
import type { MoveDialogProps } from './move-dialog.tsx'
import { moveBack, sendMove } from './send-move.ts'
import { dropPlace, neighbourOf, type Drop, type MoveTarget } from './row-order.ts'

/** The drag handle of a line: whether it can be used now, and its label. */
export interface RowHandle {
  isOn: boolean
  hint: string
}

interface RowMovesOptions {
  grid: string
  /** Call that moves a row in place of the generic one. */
  call: string | undefined
  /** Method of that call; POST when left out. */
  method?: 'PUT'
  /** Field in whose order rows may be moved; undefined where they may not. */
  field: string | undefined
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  sort: readonly SortKey[]
  /** The call that returns the list. */
  list: SelectionList
  pagination: GridPagination | undefined
  formats: CellFormats
}

/** Moving rows: a handle for pointer and keyboard, and entries in the row's menu. */
export function useRowMoves({ grid, call, method, field, columns, rows, sort, list, pagination, formats }: RowMovesOptions) {
  const { t } = formats
  const [told, setTold] = useState('')
  const [asked, setAsked] = useState<MoveDialogProps | null>(null)
  const [lifted, setLifted] = useState<{ id: GridRow['id']; to: number } | null>(null)
  const order = field !== undefined && sort[0]?.field === field ? sort[0].order : null
  const title = columns.find(({ key }) => key === field)?.title ?? field ?? ''
  const handle = useMemo(
    (): RowHandle | undefined =>
      field === undefined
        ? undefined
        : { isOn: order !== null, hint: order === null ? t('grid.reorder.sort_first', { name: title }) : t('grid.reorder.handle') },
    [field, order, title, t],
  )
  const name = (row: GridRow) => rowName(row, columns, formats)
  const say = (key: string, row: GridRow, to: number) =>
    setTold(t(key, { name: name(row), place: formats.number(to + 1), total: formats.number(rows.length) }))

  const tellFailed = (row: GridRow, error: unknown) => {
    setTold(t('grid.reorder.cancelled', { name: name(row) }))
    showFailure(asFailure(error, call ?? 'reorder'))
  }
  const move = async (row: GridRow, target: MoveTarget) => {
    try {
      const moved = await sendMove({ grid, call, method }, { id: Number(row.id), version: row.version, ...target })
      const text = t('grid.reorder.moved', { name: name(row) })
      setTold(text)
      if (moved.stood)
        offerUndoStep(listKey(list), { text, undo: () => moveBack({ grid, call, method }, row, moved, `${listKey(list)} ${row.id}`) })
    } catch (error) {
      tellFailed(row, error)
    }
    refresh('list')
  }
  const dropAt = (row: GridRow, drop: Drop) => {
    const target = order === null ? null : neighbourOf(rows, row.id, drop, order)
    if (target) void move(row, target)
  }
  const rowOf = (element: Element | null): GridRow | undefined => rows.find(({ id }) => String(id) === element?.closest('tr')?.dataset.id)
  const explain = () => {
    if (handle && !handle.isOn) showToast({ tone: 'info', text: handle.hint })
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-part=drag]')
    const row = rowOf(grip)
    if (!grip || !row || event.button !== 0) return
    if (order === null) return explain()
    event.preventDefault()
    grip.focus()
    const table = grip.closest('table')!
    const line = grip.closest('tr')!
    let drop: Drop | null = null
    line.dataset.lifted = ''
    const mark = (next: Drop | null) => {
      for (const marked of table.querySelectorAll<HTMLElement>('tr[data-drop]')) delete marked.dataset.drop
      drop = next
      const over = next && table.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(String(next.id))}"]`)
      if (over) over.dataset.drop = next.side
    }
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('tr[data-id]') ?? null
      const other = over && table.contains(over) ? rowOf(over) : undefined
      if (!over || !other || other.id === row.id) return mark(null)
      const { top, height } = over.getBoundingClientRect()
      mark({ id: other.id, side: clientY < top + height / 2 ? 'before' : 'after' })
      over.scrollIntoView({ block: 'nearest' })
    }
    const end = (isDropped: boolean) => {
      const target = drop
      mark(null)
      delete line.dataset.lifted
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', finish)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onEscape, true)
      if (isDropped && target) dropAt(row, target)
    }
    const finish = () => end(true)
    const cancel = () => end(false)
    const onEscape = (key: globalThis.KeyboardEvent) => {
      if (key.key === 'Escape') {
        key.stopPropagation()
        end(false)
      }
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', finish)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onEscape, true)
  }

  /** Heard before the table's own keys: while a line is lifted the arrows move it. */
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const grip = (event.target as Element).closest('[data-part=drag]')
    const row = rowOf(grip)
    if (!grip || !row) return
    const by = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
    const isSwitch = event.code === 'Space' || event.code === 'Enter'
    if (!isSwitch && !(lifted && (by !== 0 || event.code === 'Escape'))) return
    event.preventDefault()
    event.stopPropagation()
    if (order === null) return explain()
    const from = rows.indexOf(row)
    if (!lifted) {
      setLifted({ id: row.id, to: from })
      say('grid.reorder.lifted', row, from)
    } else if (by !== 0) {
      const to = Math.min(rows.length - 1, Math.max(0, lifted.to + by))
      setLifted({ id: row.id, to })
      say('grid.reorder.over', row, to)
    } else {
      setLifted(null)
      if (event.code === 'Escape') say('grid.reorder.cancelled', row, from)
      else dropAt(row, dropPlace(rows, from, lifted.to))
    }
  }
  const at = (row: GridRow) => rows.findIndex(({ id }) => id === row.id)
  const firstPlace = pagination ? (pagination.page - 1) * pagination.page_size : 0
  /** Moves a row to a position that may be on another page: next to the row that is there. */
  const moveTo = async (row: GridRow, place: number) => {
    const from = firstPlace + at(row) + 1
    if (place === from) return
    try {
      const { results } = await callNamed(list.name, {
        method: 'GET',
        params: {
          ...list.matching,
          sort: sort.map((key) => key.field).join(),
          order: sort.map((key) => key.order).join(),
          page: place,
          page_size: 1,
          parts: 'cells',
        },
      })
      const [there] = readRows(results)
      if (there && there.id !== row.id && order !== null)
        await move(row, place > from === (order === 'asc') ? { after: Number(there.id) } : { before: Number(there.id) })
    } catch (error) {
      tellFailed(row, error)
    }
  }
  const askPlace = (row: GridRow) =>
    setAsked({
      name: name(row),
      place: firstPlace + at(row) + 1,
      total: pagination?.total ?? rows.length,
      opener: document.activeElement as HTMLElement,
      onMove: (place) => moveTo(row, place),
      onClose: () => setAsked(null),
    })
  /** Entries in a row's menu, available while rows are in their own order. */
  const entriesOf = (row: GridRow): { key: string; title: string; onPick: () => void }[] => {
    if (order === null || row.can_edit !== true) return []
    const entry = (key: 'top' | 'up' | 'down' | 'bottom' | 'to', isThere: boolean, onPick: () => void) =>
      isThere ? [{ key: `move ${key}`, title: t(`grid.reorder.${key}`), onPick }] : []
    const here = at(row)
    return [
      ...entry('top', true, () => void move(row, { at: order === 'asc' ? 'first' : 'last' })),
      ...entry('up', here > 0, () => dropAt(row, dropPlace(rows, here, here - 1))),
      ...entry('down', here < rows.length - 1, () => dropAt(row, dropPlace(rows, here, here + 1))),
      ...entry('bottom', true, () => void move(row, { at: order === 'asc' ? 'last' : 'first' })),
      ...entry('to', (pagination?.total ?? rows.length) > 2, () => askPlace(row)),
    ]
  }
  const landing = lifted
    ? dropPlace(
        rows,
        rows.findIndex(({ id }) => id === lifted.id),
        lifted.to,
      )
    : null
  return {
    handle,
    told,
    entriesOf,
    asked,
    lifted: lifted?.id,
    landing,
    listeners:
      field === undefined
        ? {}
        : {
            onPointerDown,
            onKeyDownCapture,
            onBlurCapture: () => {
              if (lifted) setLifted(null)
            },
          },
  }
}
