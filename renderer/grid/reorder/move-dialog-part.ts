import { definePart } from '#renderer/screen/define-part.tsx'

/** Asks where a row goes, fetched when somebody wants to move one by its place. */
export const MoveDialog = definePart(() => import('./move-dialog.tsx'))
