import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridEditing, LineDraft } from '#renderer/grid/edit/grid-edits.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { asBlock, cellAsText } from './cell-as-text.ts'

interface GridClipboard {
  list: RefObject<HTMLElement | null>
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  /** Selected rows; they are copied where there are any. */
  selected: readonly GridRow[]
  editing: GridEditing | null
  drafts: ReadonlyMap<GridRow['id'], LineDraft>
  formats: CellFormats
}

const textFields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [data-editing], dialog'

/** Copies the focused cell or the selected rows for a spreadsheet, and pastes a block of one into the cells from the focused one on. */
export function useGridClipboard({ list, columns, rows, selected, editing, drafts, formats }: GridClipboard): void {
  /** The focused cell or row; null outside the list, and while the user is typing. */
  const place = (): { row: GridRow; key: string | undefined } | null => {
    const active = document.activeElement
    const line = active?.closest<HTMLElement>('tr[data-id]')
    if (!active || !line || !list.current?.contains(line) || active.closest(textFields)) return null
    const row = rows.find(({ id }) => String(id) === line.dataset.id)
    return row ? { row, key: active.closest<HTMLElement>('td[data-key]')?.dataset.key } : null
  }
  /** A typed value has precedence over the stored one. */
  const shown = (row: GridRow, { key, editable }: GridColumn): GridRow => {
    const draft = editable === undefined ? undefined : drafts.get(row.id)?.cells[editable]
    return draft ? { ...row, [key]: draft.shown ?? draft.value } : row
  }
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const at = place()
    if (!at || !event.clipboardData || (getSelection()?.toString() ?? '') !== '') return
    const copied = selected.length > 0 ? selected : [at.row]
    const own = selected.length > 0 || at.key === undefined ? columns : columns.filter(({ key }) => key === at.key)
    event.clipboardData.setData(
      'text/plain',
      asBlock(copied.map((row) => own.map((column) => cellAsText(shown(row, column), column, formats)))),
    )
    event.preventDefault()
    showToast({ tone: 'success', text: formats.t('toast.copied') })
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const at = place()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!at || at.key === undefined || !editing || text === '') return
    event.preventDefault()
    const from = { row: rows.indexOf(at.row), column: columns.findIndex(({ key }) => key === at.key) }
    void import('./paste-cells.ts').then(({ pasteCells }) => pasteCells(editing, { text, rows, columns, from, formats }))
  })
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event)
    const paste = (event: ClipboardEvent) => onPaste(event)
    // Without a caret the browser dispatches the event to the page, not to the focused cell.
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
