import { ownTexts } from '#renderer'

export type { Say } from '#renderer'

/** The editor's own texts. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
