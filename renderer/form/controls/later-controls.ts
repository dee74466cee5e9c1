import { lazy } from 'react'

/** Controls that come with the first widget that draws them, not with the form. */
export const NumberControl = lazy(() => import('./number-control.tsx'))
export const PhoneControl = lazy(() => import('./phone-control.tsx'))
