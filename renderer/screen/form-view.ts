import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** A form, with the engine that draws it, fetched when the first form is shown. */
export const FormView = lazyComponent(() => import('#renderer/form/form.tsx').then((module) => ({ default: module.Form })))
