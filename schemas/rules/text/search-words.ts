import { foldText } from '#schemas/rules/numbers/digits.ts'

/** Most words and characters of a search; the rest is ignored. */
export const searchLimits = { words: 8, length: 200 } as const

/** Spellings of one word, folded as texts are; a text with one of them matches. */
export type SearchWord = readonly string[]

export interface Search {
  words: SearchWord[]
  /** The part that is searched for, if the text is longer than the limit. */
  shortened?: string
}

/** Cuts a text, never through a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** The zero-width non-joiner between letters of one word. */
const joiner = /\u200c+/g

/**
 * Words of a search. A word with a zero-width non-joiner is found written together, with the joiner, and with a space:
 * `می‌رود` finds `می رود`. In the other direction each part of `می رود` is found in `می‌رود`.
 */
export function readSearch(text: string): Search {
  const whole = text.trim()
  const tokens = cut(whole, searchLimits.length).split(/\s+/)
  const searched = tokens.slice(0, searchLimits.words)
  const words = searched.flatMap((token): SearchWord[] => {
    const joined = foldText(token)
    const spaced = foldText(token.replace(joiner, ' '))
    if (joined === spaced || joined.includes(' '))
      return spaced
        .split(' ')
        .filter(Boolean)
        .map((word) => [word])
    return [[joined, spaced]]
  })
  return whole.length > searchLimits.length || tokens.length > searchLimits.words ? { words, shortened: searched.join(' ') } : { words }
}

/** Whether a folded text contains every word. */
export const holdsWords = (folded: string, words: readonly SearchWord[]): boolean =>
  words.every((spellings) => spellings.some((word) => folded.includes(word)))
