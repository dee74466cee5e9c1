import { countCodePoints } from '#schemas/rules/text/code-points.ts'

/** Beyond this a text is counted by code points, so that each key stays cheap. */
const mostSegmented = 20_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters as people count them: an emoji of several parts is one, a letter with its marks is one. */
export function countCharacters(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  if (text.length > mostSegmented) return countCodePoints(text)
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Direction of a text by its first letter; undefined if it has none. Reads only up to that letter. */
export function directionOfText(text: string): 'rtl' | 'ltr' | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? undefined : rtl.test(letter) ? 'rtl' : 'ltr'
}
