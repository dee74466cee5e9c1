import { definePart } from '#renderer/screen/define-part.tsx'

/** The editor of a cell, fetched when somebody comes to a cell that can be edited. */
export const CellEditing = definePart(() => import('./cell-editing.tsx'))
/** What tells of edited cells. */
export const EditBar = definePart(() => import('./edit-bar.tsx'))
