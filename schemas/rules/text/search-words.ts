import { foldText } from '#schemas/rules/numbers/digits.ts'

/** How much of a search is looked for; the rest of a longer one is left out. */
export const searchLimits = { words: 8, length: 200 } as const

/** Spellings of one word, folded as texts are: it is found where one of them stands. */
export type SearchWord = readonly string[]

export interface Search {
  words: SearchWord[]
  /** The part that is looked for, where the text is longer than a search may be. */
  shortened?: string
}

/** Never through a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** Joins letters of one word that are not written together. */
const joiner = /\u200c+/g

/**
 * Words of a search. One with a zero-width non-joiner is found written together, with the joiner and with a space: `می‌رود` finds
 * `می رود`. The other way round each part of `می رود` stands in `می‌رود`.
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

/** Whether a folded text holds every word. */
export const holdsWords = (folded: string, words: readonly SearchWord[]): boolean =>
  words.every((spellings) => spellings.some((word) => folded.includes(word)))
