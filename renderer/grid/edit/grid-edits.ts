import { createContext } from 'react'
import { createStore } from 'zustand/vanilla'
import type { SelectionList } from '#renderer/documents/action-context.ts'
import type { Conflict } from '#renderer/form/conflict/conflict.ts'
import type { FormStore } from '#renderer/form/data/form-store.ts'
import { retractToasts } from '#renderer/ui/toast-store.ts'
import type { GridColumn, GridEdit, GridRow } from '#schemas/types/contract.d.ts'
import { focusCell } from './focus-cell.ts'

type Id = GridRow['id']

/** Stands for the key that takes away what is before it, or what is selected. */
export const eraseKey = '\b'
/** Stands for the key that leaves an editor as it was. */
export const leaveKey = '\u001b'
/** Stands for the keys that select all of a text. */
export const selectAllKey = '\u0001'
/** Stands for the keys that save what is unsaved. */
export const saveKey = '\u0013'

/** One cell whose value the server does not have yet, or has not told back yet. */
export interface CellDraft {
  value: unknown
  /** What the cell shows, where that is not the value: records that it refers to, by name. */
  shown?: unknown
  state: 'changed' | 'saving' | 'saved' | 'failed'
  /** Why it is not saved. */
  message?: string
}

/** What is edited of one row; the object stays the same until something of it changes, so that a line is drawn again only then. */
export interface LineDraft {
  /** The row as it was when its editing began. */
  row: GridRow
  /** Column whose cell has its editor open. */
  editing?: string
  /**
   * What was typed to open it, and until it had the focus: it replaces the value. A line feed, a tab or an escape at the
   * end goes on from it; `eraseKey`, `selectAllKey` and `saveKey` stand for what they do. Empty for F2, which only opens.
   */
  typed?: string
  /** By column. */
  cells: Readonly<Record<string, CellDraft>>
  /** Version that the last save answered: what the row says from then on is the server's. */
  savedVersion?: number
}

export interface EditState {
  lines: ReadonlyMap<Id, LineDraft>
  /** A save that somebody else's came before. */
  conflict?: { id: Id; conflict: Conflict }
}

/** A block that was pasted into cells and is not saved yet. */
export interface PastedBlock {
  takeBack: () => void
  /** Whether nothing was edited since. */
  isLatest: boolean
  /** What the toast that tells of it is about. */
  about: string
}

/** The editor that is open, once it is there. */
export interface OpenEditor {
  /** Ends it, as if it were left; false where what it holds is wrong, so that it stays. */
  end: () => boolean
  /** Brings the focus back into it and tells again what is wrong. */
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
  /** Ends the editor that is open, or leads back into it where what it holds is wrong; whether none is open then. */
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
    /** What was pasted is saved or given up: it is no step of its own any more. */
    purgePaste,
    /** Takes the last block back, as one step; false where there is none, or with `latest` where something was edited since. */
    takePasteBack(latest = false): boolean {
      if (!pasted || (latest && !pasted.isLatest)) return false
      purgePaste()?.takeBack()
      return true
    },
    /** The editor that is there by now; undefined when it is gone. */
    noteOpen(editor: OpenEditor | undefined): void {
      opened = editor
    },
    /**
     * Opens the editor of a cell. One that is open elsewhere ends first: where it cannot, because what it holds is wrong,
     * it has the focus again.
     */
    begin(row: GridRow, key: string, typed?: string): void {
      if (pasted) pasted.isLatest = false
      const before = line(row.id)
      if (before?.editing === key) {
        // Nothing of it is there yet that could be given up by itself.
        if (typed === leaveKey && !opened && !/[\n\t]/.test(before.typed ?? '')) this.close(row.id)
        else if (typed) change(row.id, { ...before, typed: (before.typed ?? '') + typed })
        return
      }
      if (!endOpen()) return
      const waiting = [...store.getState().lines].find(([, { editing }]) => editing !== undefined)
      // Its editor has not arrived: what was typed for it is not dropped for another one.
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
    /** Has the open editor hand over what it holds, as if it were left; false where that is wrong, so that it has the focus again. */
    leave: endOpen,
    /** Puts the cells of a row in the place of those that are noted. */
    setCells(id: Id, cells: LineDraft['cells'], savedVersion?: number): void {
      const before = line(id)
      if (before) change(id, { ...before, cells, ...(savedVersion !== undefined && { savedVersion }) })
      if (!line(id)) forms.delete(id)
    },
    /** Notes cells of a row that was not edited, beside those that are noted already. */
    hold(row: GridRow, cells: LineDraft['cells']): void {
      const before = line(row.id)
      change(row.id, { ...(before ?? { row }), cells: { ...before?.cells, ...cells } })
    },
    /** Gives up what is not saved: of one row, or of all. */
    discard(id?: Id): void {
      purgePaste()
      for (const known of id === undefined ? [...store.getState().lines.keys()] : [id]) {
        change(known, undefined)
        forms.delete(known)
      }
    },
    /** Rows came in: what was saved is told by them now, and rows that went take what was saved of them along. */
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

/** What the editors of a grid's cells share. */
export interface GridEditing {
  edits: GridEdits
  edit: GridEdit
  columns: readonly GridColumn[]
  /** The call that answers the rows. */
  list: SelectionList
}

export const GridEditingContext = createContext<GridEditing | null>(null)

/** Cells that the server does not have, by row. */
export const unsavedCells = ({ lines }: EditState): { id: Id; line: LineDraft; key: string; draft: CellDraft }[] =>
  [...lines].flatMap(([id, line]) =>
    Object.entries(line.cells).flatMap(([key, draft]) => (draft.state === 'saved' ? [] : [{ id, line, key, draft }])),
  )
