import { ownTexts } from '#renderer'

/** The widget's own texts. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
