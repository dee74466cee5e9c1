import { ownTexts } from '#renderer/locale/own-texts.ts'

/** Texts of metrics, which come with them. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
