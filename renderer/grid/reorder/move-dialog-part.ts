import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** The dialog for moving a row to a position, loaded on first use. */
export const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'))
