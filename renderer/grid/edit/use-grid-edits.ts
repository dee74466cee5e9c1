import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { SelectionList } from '#renderer/documents/action-context.ts'
import type { GridColumn, GridEdit, GridRow } from '#schemas/types/contract.d.ts'
import { CellEditing, EditBar } from './edit-parts.ts'
import { createGridEdits, type GridEditing, type LineDraft } from './grid-edits.ts'

interface GridEditsState {
  /** State shared by the editors; null if nothing can be edited. */
  editing: GridEditing | null
  drafts: ReadonlyMap<GridRow['id'], LineDraft>
  onEdit?: (row: GridRow, key: string, typed?: string) => void
  onNearEdit?: () => void
  /** Discards pasted values that are not saved; with `latest` only directly after pasting. Returns whether there were any. */
  takePasteBack: (latest?: boolean) => boolean
}

const fetchParts = (): void => {
  for (const part of [CellEditing, EditBar]) void part.preload()
}

/** Editing in the cells of a grid, where its answer offers it. */
export function useGridEdits(
  edit: GridEdit | undefined,
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  list: SelectionList,
): GridEditsState {
  const [edits] = useState(createGridEdits)
  const drafts = useStore(edits.store, (state) => state.lines)
  useEffect(() => edits.meet(rows), [edits, rows])
  const listText = JSON.stringify(list)
  const editing = useMemo(
    () => (edit ? { edits, edit, columns, list: JSON.parse(listText) as SelectionList } : null),
    [edits, edit, columns, listText],
  )
  return {
    editing,
    drafts,
    onEdit: edit && ((row, key, typed) => edits.begin(row, key, typed)),
    onNearEdit: edit && fetchParts,
    takePasteBack: (latest) => edits.takePasteBack(latest),
  }
}
