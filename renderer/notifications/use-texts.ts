import { ownTexts } from '#renderer/locale/own-texts.ts'

/** Texts of the panel of notifications, which come with it. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
