import { definePart } from '#renderer/screen/define-part.tsx'

/** Controls that come with the first widget that draws them, not with the form. */
export const NumberControl = definePart(() => import('./number-control.tsx'))
export const PhoneControl = definePart(() => import('./phone-control.tsx'))
