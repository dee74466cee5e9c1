import { ownTexts } from '#renderer'

export type { Say } from '#renderer'

/** The widget's own texts. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
