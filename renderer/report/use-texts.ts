import { ownTexts } from '#renderer/locale/own-texts.ts'

/** The texts of reports in the reader's language. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
