import { ownTexts } from '#renderer'

/** Texts of the dashboard, which come with it. */
export const useTexts = ownTexts(import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default' }))
