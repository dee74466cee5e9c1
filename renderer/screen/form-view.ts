import { lazy } from 'react'

/** A form, with the engine that draws it, fetched when the first form is shown. */
export const FormView = lazy(() => import('#renderer/form/form.tsx').then(module => ({ default: module.Form })))
