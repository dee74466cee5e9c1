import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** Before and after of a change, for widgets: its cells come with the first one that draws them. */
export const Changes = lazyComponent(() => import('./changes.tsx'))
