import { describe, expect, test } from 'vitest'
import { isReversed } from '#renderer/grid/filter/filter-values.ts'

describe('values of filters', () => {
  test('ends are compared as what they are', () => {
    expect(isReversed({ from: '9', to: '10' }, 'number')).toBe(false)
    expect(isReversed({ from: '2024-02-01', to: '2024-01-01' }, 'date')).toBe(true)
    expect(isReversed({ from: '5', to: '' }, 'number')).toBe(false)
  })
})
