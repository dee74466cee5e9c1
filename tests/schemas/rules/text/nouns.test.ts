import { describe, expect, it } from 'vitest'
import { asSentence, nounBeforeName, nounInSentence } from '#schemas/rules/text/nouns.ts'

describe('nouns in sentences', () => {
  it('begin small, but for German ones and abbreviations', () => {
    expect([nounInSentence('News item', 'en'), nounInSentence('Nachricht', 'de'), nounInSentence('SEO text', 'en')]).toEqual([
      'news item',
      'Nachricht',
      'SEO text',
    ])
  })
  it.each([
    ['دسته', 'دستهٔ'],
    ['نوشته', 'نوشتهٔ'],
    ['کالا', 'کالای'],
    ['خبر', 'خبر'],
    ['فروشگاه', 'فروشگاه'],
    ['گروه', 'گروه'],
  ])('carry their ezafe before a name in Persian: %s', (noun, before) => expect(nounBeforeName(noun, 'fa')).toBe(before))
  it('stay as they are in other languages', () => expect(nounBeforeName('catégorie', 'fr')).toBe('catégorie'))
  it('begin a sentence with a capital', () => expect(asSentence('istanbul', 'tr')).toBe('İstanbul'))
})
