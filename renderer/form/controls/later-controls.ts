import { definePart } from '#renderer/screen/define-part.tsx'

/** Controls that come with the first widget that draws them, not with the form. */
export const NumberControl = definePart(() => import('./number-control.tsx'))
export const PhoneControl = definePart(() => import('./phone-control.tsx'))
/** For texts that a text field of the browser would stand still over. */
export const LongText = definePart(() => import('./long-text.tsx'))
