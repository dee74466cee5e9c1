import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** Controls that come with the first widget that draws them, not with the form. */
export const NumberControl = lazyComponent(() => import('./number-control.tsx'))
export const PhoneControl = lazyComponent(() => import('./phone-control.tsx'))
/** For texts so long that a native text field would freeze. */
export const LongText = lazyComponent(() => import('./text/long-text.tsx'))
