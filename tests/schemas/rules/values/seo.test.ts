import { describe, expect, it } from 'vitest'
import { composeSeo, shownSeo, countCharacters, moveItem, normaliseSeo, seoParameters } from '#schemas/rules/values/seo.ts'
import { cutText } from '#widgets/seo-panel/cut-text.ts'

const full = {
  seo_post_title: ['custom_post_title'],
  seo_meta_description: ['custom_meta_description'],
  seo_custom_post_title: 'Mine',
  seo_custom_meta_description: 'My words',
  seo_canonical: 'https://example.com/a',
}

describe('what is kept for search engines', () => {
  it('knows seventeen parameters', () => expect(new Set(seoParameters).size).toBe(17))
  it('is five keys, whatever is given', () => {
    const nothing = {
      seo_post_title: [],
      seo_meta_description: [],
      seo_custom_post_title: null,
      seo_custom_meta_description: null,
      seo_canonical: null,
    }
    for (const given of [undefined, null, {}, { seo_canonical: '' }]) expect(normaliseSeo(given)).toEqual(nothing)
  })
  it('has a text of one’s own while its parameter is chosen', () => {
    expect(normaliseSeo(full)).toEqual(full)
    expect(normaliseSeo({ ...full, seo_post_title: ['title'] })).toEqual({
      ...full,
      seo_post_title: ['title'],
      seo_custom_post_title: null,
    })
    expect(normaliseSeo({ ...full, seo_meta_description: [] })).toEqual({
      ...full,
      seo_meta_description: [],
      seo_custom_meta_description: null,
    })
  })
})

describe('a text of parameters', () => {
  const values = { title: 'Spring', separator: '–', site_title: 'Pishkhan', synopsis: ' ' }
  it('follows the order of the list', () => {
    expect(composeSeo(['title', 'separator', 'site_title'], values)).toBe('Spring – Pishkhan')
    expect(composeSeo(['site_title', 'separator', 'title'], values)).toBe('Pishkhan – Spring')
  })
  it('has separators between parts alone', () =>
    expect(composeSeo(['separator', 'title', 'separator', 'synopsis', 'separator', 'site_title', 'separator'], values)).toBe(
      'Spring – Pishkhan',
    ))
  it('is empty without values', () => expect(composeSeo(['synopsis', 'separator', 'tags'], values)).toBe(''))
  it.each([
    ['', 0],
    ['abc', 3],
    ['👩‍👩‍👧', 1],
    ['کتاب', 4],
  ])('%s is counted as people count', (text, number) => expect(countCharacters(text)).toBe(number))
  it('is cut after a word where it is too long', () => {
    expect(cutText('a'.repeat(80), 80)).toBe('a'.repeat(80))
    expect(countCharacters(cutText('a'.repeat(81), 80))).toBe(80)
    expect(cutText('one two three four', 17)).toBe('one two three…')
  })
})

describe('moving an item', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 3, 'abc'],
    [-1, 0, 'abc'],
  ])('from %i to %i', (from, to, result) => expect(moveItem([...'abc'], from, to).join('')).toBe(result))
})

describe('what a search engine is shown', () => {
  const values = { title: 'Tea', synopsis: 'About tea', separator: '–', site_title: 'Shop', custom_post_title: 'Own' }
  it('is all parts together, so that the counter counts them all', () =>
    expect(shownSeo('seo_post_title', ['custom_post_title', 'separator', 'site_title'], values)).toBe('Own – Shop'))
  it('is the title or the synopsis of the page where nothing else is said', () =>
    expect([shownSeo('seo_post_title', [], values), shownSeo('seo_meta_description', ['custom_meta_description'], values)]).toEqual([
      'Tea',
      'About tea',
    ]))
})
