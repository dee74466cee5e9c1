import { ownTexts } from '#renderer'

/** Texts that come with the widget. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
