import { ownTexts } from '#renderer'

/** The texts of this widget in the reader's language. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
