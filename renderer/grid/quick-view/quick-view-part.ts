import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** The quick view of a record, loaded on first use. */
export const QuickView = lazyComponent(() => import('./quick-view.tsx'))
