import { moduleText } from '#server/module-text.ts'

/** A sentence of this module in the caller's locale. */
export const text = moduleText('content')
