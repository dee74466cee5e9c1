import { foldText } from '#schemas/rules/numbers/digits.ts'
import type { ComboboxOption } from './option-list.tsx'

/** The options that a typed text finds by title, group or code; by their code first, whole before its beginning. */
export function matchOptions(options: readonly ComboboxOption[], term: string): readonly ComboboxOption[] {
  const folded = foldText(term)
  if (folded === '') return options
  const found = options.filter(({ title, group = '' }) => foldText(`${title} ${group}`).includes(folded))
  const typed = folded.replace(/^\+|^00/, '')
  if (typed === '' || !options.some(({ code }) => code !== undefined)) return found
  const rank = ({ code }: ComboboxOption): number => (code === typed ? 0 : code?.startsWith(typed) ? 1 : 2)
  const byCode = options.filter((option) => rank(option) < 2)
  return [...new Set([...byCode, ...found])].sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? a.code!.length - b.code!.length : 0))
}
