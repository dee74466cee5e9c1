import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** Asks where a row goes, fetched when somebody wants to move one by its place. */
export const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'))
