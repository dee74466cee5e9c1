import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** A record beside its list, fetched when somebody asks for the first. */
export const QuickView = lazyComponent(() => import('./quick-view.tsx'))
