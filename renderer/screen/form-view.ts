import { definePart } from './define-part.tsx'

/** A form, with the engine that draws it, fetched when the first form is shown. */
export const FormView = definePart(() => import('#renderer/form/form.tsx').then((module) => ({ default: module.Form })))
