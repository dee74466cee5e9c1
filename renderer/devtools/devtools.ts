import { definePart } from '#renderer/screen/define-part.tsx'

/** The developer tools, each fetched when its page is opened. */
export const Lab = definePart(() => import('./lab.tsx'))
export const ComponentsList = definePart(() => import('./components-list.tsx'))
export const LayoutPreview = definePart(() => import('./layout-preview.tsx'))
export const PanelInfo = definePart(() => import('./panel-info.tsx'))
