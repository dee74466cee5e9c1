/** The last digits first: `groupsOf('1200345', 3)` is `[345, 200, 1]`. */
export const groupsOf = (digits: string, size: number): number[] => chunksOf(digits, size).map(Number)

/** The same as texts. */
export function chunksOf(digits: string, size: number): string[] {
  const chunks: string[] = []
  for (let end = digits.length; end > 0; end -= size) chunks.push(digits.slice(Math.max(0, end - size), end))
  return chunks
}

/** Digits without zeros before them; `0` for nothing but zeros. */
export const plainDigits = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

export type Gender = 'm' | 'f' | 'n'

/** How a language writes whole numbers. */
export interface WordsLanguage {
  /** A whole number in words, as it stands before a noun of this gender; `digits` has no zeros before it. */
  whole: (digits: string, gender: Gender) => string
  /** The number and what is counted, where they change each other. */
  counted?: (digits: string, unit: Unit) => string
}

/** What is counted: its gender, and its form by the number before it. */
export interface Unit {
  gender: Gender
  form: (digits: string) => string
  /** Arabic: the noun alone, of two, of three to ten, and of eleven to ninety-nine. */
  arabic?: readonly [one: string, two: string, few: string, many: string]
}
