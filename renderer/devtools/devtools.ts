import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** The developer tools, each fetched when its page is opened. */
export const Lab = lazyComponent(() => import('./lab.tsx'))
export const ComponentsList = lazyComponent(() => import('./components-list.tsx'))
export const LayoutPreview = lazyComponent(() => import('./layout-preview.tsx'))
export const PanelInfo = lazyComponent(() => import('./panel-info.tsx'))
