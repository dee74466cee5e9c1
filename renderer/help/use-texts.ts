import { ownTexts } from '#renderer/locale/own-texts.ts'

/** Texts of help, which come with it. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
