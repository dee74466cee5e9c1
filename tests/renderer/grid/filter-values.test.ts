import { describe, expect, test } from 'vitest'
import { formatRange, isReversed, parseChoices, parseRange } from '#renderer/grid/filter-values.ts'

describe('values of filters', () => {
  test('a range keeps an open end', () => {
    expect(parseRange('10..')).toEqual({ from: '10', to: '' })
    expect(formatRange(parseRange('..2024-02-01'))).toBe('..2024-02-01')
    expect(formatRange({ from: '', to: '' })).toBe('')
  })
  test('choices', () => {
    expect(parseChoices('draft,,published')).toEqual(['draft', 'published'])
    expect(parseChoices('')).toEqual([])
  })
  test('ends are compared as what they are', () => {
    expect(isReversed({ from: '9', to: '10' }, 'number')).toBe(false)
    expect(isReversed({ from: '2024-02-01', to: '2024-01-01' }, 'date')).toBe(true)
    expect(isReversed({ from: '5', to: '' }, 'number')).toBe(false)
  })
})
