import { expect, test } from 'vitest'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { holdsWords, readSearch } from '#schemas/rules/text/search-words.ts'

const finds = (search: string, text: string) => holdsWords(foldText(text), readSearch(search).words)

test.each([
  ['می‌رود', 'او می رود'],
  ['می رود', 'او می‌رود'],
  ['میرود', 'او می‌رود'],
  ['می‌رود', 'او می‌رود'],
  ['کتاب‌های', 'كتابهاي خوب'],
])('%s finds %s, however its parts are joined', (search, text) => expect(finds(search, text)).toBe(true))

test('a word with a zero-width non-joiner is not found where its parts stand apart', () =>
  expect(finds('می‌رود', 'می رسد و رود')).toBe(false))

test('a search of more than 8 words or 200 characters is searched as far as it goes', () => {
  expect(readSearch('a b c d e f g h')).toEqual({ words: [...'abcdefgh'].map((word) => [word]) })
  expect(readSearch('a b c d e f g h i j')).toEqual({ words: [...'abcdefgh'].map((word) => [word]), shortened: 'a b c d e f g h' })
  const long = readSearch(`${'x'.repeat(199)}😀 end`)
  expect(long).toEqual({ words: [['x'.repeat(199)]], shortened: 'x'.repeat(199) })
})
