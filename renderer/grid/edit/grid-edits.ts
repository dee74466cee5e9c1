import { createContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { SelectionList } from '#renderer/documents/action-context.ts'
import type { Conflict } from '#renderer/form/conflict/conflict.ts'
import type { FormStore } from '#renderer/form/data/form-store.ts'
import { retractToasts } from '#renderer/ui/toast-store.ts'
import type { GridColumn, GridEdit, GridRow } from '#schemas/types/contract.d.ts'
import { focusCell } from './focus-cell.ts'

type Id = GridRow['id']

/** Stands for Backspace and Delete. */
export const eraseKey = '\b'
/** Stands for the key that leaves an editor as it was. */
export const leaveKey = '\u001b'
/** Stands for the keys that select all of a text. */
export const selectAllKey = '\u0001'
/** Stands for the keyboard shortcut that saves. */
export const saveKey = '\u0013'

/** A cell whose value is not on the server yet, or not confirmed yet. */
export interface CellDraft {
  value: unknown
  /** The displayed value, if it differs from the value: referenced records with their names. */
  shown?: unknown
  state: 'changed' | 'saving' | 'saved' | 'failed'
  /** Why it is not saved. */
  message?: string
}

/** The edits of one row. The object changes only when an edit does, so that lines are not drawn unnecessarily. */
export interface LineDraft {
  /** The row as it was when its editing began. */
  row: GridRow
  /** Column whose cell has its editor open. */
  editing?: string
  /**
   * Text typed before the editor had the focus; it replaces the value. A line feed, a tab or an escape at its end leaves
   * the editor; `eraseKey`, `selectAllKey` and `saveKey` stand for keys. Empty for F2, which only opens the editor.
   */
  typed?: string
  /** By column. */
  cells: Readonly<Record<string, CellDraft>>
  /** Version after the last save: from then on the row's values are the server's. */
  savedVersion?: number
}

export interface EditState {
  lines: ReadonlyMap<Id, LineDraft>
  /** A save that was refused because somebody else saved first. */
  conflict?: { id: Id; conflict: Conflict }
}

/** A block that was pasted into cells and is not saved yet. */
export interface PastedBlock {
  takeBack: () => void
  /** Whether nothing was edited since. */
  isLatest: boolean
  /** Key of the toast for these edits. */
  about: string
}

/** The editor that is open, once it is there. */
export interface OpenEditor {
  /** Ends the editing as if the cell were left; false if the value is invalid and the editor stays. */
  end: () => boolean
  /** Focuses the editor again and repeats its error. */
  recall: () => void
}

/** The edited rows of one grid. Values that are typed live in a form's store a row, as those of any form. */
export function createGridEdits() {
  const store = createStore<EditState>(() => ({ lines: new Map() }))
  const forms = new Map<Id, FormStore>()
  const chosen = new Map<string, { id: unknown; title: string }>()
  const change = (id: Id, next: LineDraft | undefined): void =>
    store.setState(({ lines }) => {
      const changed = new Map(lines)
      const isIdle = next && next.editing === undefined && Object.keys(next.cells).length === 0
      if (next && !isIdle) changed.set(id, next)
      else changed.delete(id)
      return { lines: changed }
    })
  let pasted: PastedBlock | undefined
  const purgePaste = (): PastedBlock | undefined => {
    const before = pasted
    pasted = undefined
    retractToasts(before?.about)
    return before
  }
  let opened: OpenEditor | undefined
  /** Closes the open editor, or focuses it if its value is invalid; returns whether no editor is open then. */
  const endOpen = (): boolean => {
    if (!opened || opened.end()) return true
    opened.recall()
    return false
  }
  const line = (id: Id): LineDraft | undefined => store.getState().lines.get(id)
  return {
    store,
    forms,
    /** Records that were chosen in a field, as `{ id, title }`, by field and id. */
    chosen,
    line,
    /** From here on `takePasteBack` takes this block back. */
    notePaste(block: PastedBlock): void {
      pasted = block
    },
    /** Pasted values were saved or discarded, so they are no separate undo step any more. */
    purgePaste,
    /** Takes the last block back, as one step; false where there is none, or with `latest` where something was edited since. */
    takePasteBack(latest = false): boolean {
      if (!pasted || (latest && !pasted.isLatest)) return false
      purgePaste()?.takeBack()
      return true
    },
    /** Sets the open editor; undefined when it has closed. */
    noteOpen(editor: OpenEditor | undefined): void {
      opened = editor
    },
    /** Opens the editor of a cell, after closing another open one. If that is invalid, it gets the focus instead. */
    begin(row: GridRow, key: string, typed?: string): void {
      if (pasted) pasted.isLatest = false
      const before = line(row.id)
      if (before?.editing === key) {
        // Nothing has been typed yet that could be discarded separately.
        if (typed === leaveKey && !opened && !/[\n\t]/.test(before.typed ?? '')) this.close(row.id)
        else if (typed) change(row.id, { ...before, typed: (before.typed ?? '') + typed })
        return
      }
      if (!endOpen()) return
      const waiting = [...store.getState().lines].find(([, { editing }]) => editing !== undefined)
      // The code of its editor has not loaded yet: the text typed for it must not be lost to another cell.
      if (waiting && waiting[1].typed) return focusCell(waiting[0], waiting[1].editing ?? '')
      if (waiting) this.close(waiting[0])
      change(row.id, { ...(line(row.id) ?? { row, cells: {} }), editing: key, typed })
    },
    /** Closes the editor that is open in a row. */
    close(id: Id): void {
      const { editing: _, typed: __, ...rest } = line(id) ?? { editing: undefined, cells: undefined }
      if (rest.cells) change(id, rest as LineDraft)
      if (!line(id)) forms.delete(id)
    },
    /** Commits the open editor as if its cell were left; false if its value is invalid, and then it gets the focus. */
    leave: endOpen,
    /** Puts the cells of a row in the place of those that are noted. */
    setCells(id: Id, cells: LineDraft['cells'], savedVersion?: number): void {
      const before = line(id)
      if (before) change(id, { ...before, cells, ...(savedVersion !== undefined && { savedVersion }) })
      if (!line(id)) forms.delete(id)
    },
    /** Adds edited cells of a row that has no open editor. */
    hold(row: GridRow, cells: LineDraft['cells']): void {
      const before = line(row.id)
      change(row.id, { ...(before ?? { row }), cells: { ...before?.cells, ...cells } })
    },
    /** Discards unsaved edits, of one row or of all. */
    discard(id?: Id): void {
      purgePaste()
      for (const known of id === undefined ? [...store.getState().lines.keys()] : [id]) {
        change(known, undefined)
        forms.delete(known)
      }
    },
    /** New rows arrived: saved edits are dropped, since the rows contain them; so are those of removed rows. */
    meet(rows: readonly GridRow[]): void {
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { cells, savedVersion }] of store.getState().lines) {
        const row = byId.get(id)
        if (savedVersion === undefined || (row && Number(row.version ?? 0) < savedVersion)) continue
        const unsaved = Object.entries(cells).filter(([, { state }]) => state !== 'saved')
        if (unsaved.length < Object.keys(cells).length) this.setCells(id, Object.fromEntries(unsaved))
      }
    },
  }
}

export type GridEdits = ReturnType<typeof createGridEdits>

/** State shared by the editors of a grid's cells. */
export interface GridEditing {
  edits: GridEdits
  edit: GridEdit
  columns: readonly GridColumn[]
  /** The call that returns the rows. */
  list: SelectionList
}

export const GridEditingContext = createContext<GridEditing | null>(null)

/** Cells that the server does not have, by row. */
export const unsavedCells = ({ lines }: EditState): { id: Id; line: LineDraft; key: string; draft: CellDraft }[] =>
  [...lines].flatMap(([id, line]) =>
    Object.entries(line.cells).flatMap(([key, draft]) => (draft.state === 'saved' ? [] : [{ id, line, key, draft }])),
  )
