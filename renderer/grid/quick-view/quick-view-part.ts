import { definePart } from '#renderer/screen/define-part.tsx'

/** A record beside its list, fetched when somebody asks for the first. */
export const QuickView = definePart(() => import('./quick-view.tsx'))
