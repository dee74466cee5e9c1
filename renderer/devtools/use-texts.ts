import { ownTexts } from '#renderer/locale/own-texts.ts'

/** The developer tools' own texts in the reader's language. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
