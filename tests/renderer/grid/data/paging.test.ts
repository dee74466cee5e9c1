import { describe, expect, test } from 'vitest'
import { countPages, hasNextPage, isOpenEnded, pageNumbers, pageRange } from '#renderer/grid/data/paging.ts'

describe('pages', () => {
  test('forty rows of fifteen are three pages', () => {
    expect(countPages({ page: 1, page_size: 15, total: 40 })).toBe(3)
  })
  test('nothing is still one page', () => {
    expect(countPages({ page: 1, page_size: 15, total: 0 })).toBe(1)
  })
  test('the last page has no next', () => {
    expect(hasNextPage({ page: 3, page_size: 15, total: 40 }, 10)).toBe(false)
    expect(hasNextPage({ page: 2, page_size: 15, total: 40 }, 15)).toBe(true)
  })
  test('past a total that is not exact a full page promises another', () => {
    const open = { page: 700, page_size: 15, total: 10_000, total_is_exact: false }
    expect(isOpenEnded(open)).toBe(true)
    expect(hasNextPage(open, 15)).toBe(true)
    expect(hasNextPage(open, 14)).toBe(false)
  })
  test('the range counts from one', () => {
    expect(pageRange({ page: 3, page_size: 15, total: 40 }, 10)).toEqual({ from: 31, to: 40 })
    expect(pageRange({ page: 1, page_size: 15, total: 0 }, 0)).toBeNull()
  })
})

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 10, [1, 2, 3, 4, 'gap', 10]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap', 10]],
    [10, 10, [1, 'gap', 7, 8, 9, 10]],
    [12, 10, [1, 'gap', 7, 8, 9, 10]],
  ])('page %i of %i', (page, pages, wanted) => {
    expect(pageNumbers({ page, pages })).toEqual(wanted)
  })
  test.each([
    [1, true, [1, 2, 3, 4, 'gap']],
    [5, true, [1, 'gap', 4, 5, 6, 'gap']],
    [667, true, [1, 'gap', 666, 667, 'gap']],
    [700, true, [1, 'gap', 699, 700, 'gap']],
    [700, false, [1, 'gap', 699, 700]],
  ])('page %i where nobody knows the end, another behind it: %s', (page, more, wanted) => {
    expect(pageNumbers({ page, pages: 667, open: true, more })).toEqual(wanted)
  })
})
