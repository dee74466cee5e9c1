import { describe, expect, it } from 'vitest'
import { isSafePattern, safePattern } from '#schemas/rules/pattern/pattern-safety.ts'

describe('isSafePattern', () => {
  it.each([
    '^(a|b)$',
    '^97[89][0-9]{10}$',
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^[a-z][a-z0-9_-]*(/[a-z][a-z0-9_-]*)?$',
    '^\\d{3,5}$',
    '[A-Z]',
    'a+',
    '^\\S+@\\S+$'.replace('\\S+@', '[^\\s@]+@'),
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$',
    '^(foo|bar)*$',
    '^.*$',
    '^\\p{L}+$',
    '^0?9\\d{9}$',
    '^(\\d{1,3})(,\\d{3})*$',
    '^#[0-9a-fA-F]{6}$',
    '^[^{}]+$',
  ])('allows %s', (pattern) => expect(isSafePattern(pattern)).toBe(true))

  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|ab|b)*$',
    '^(\\w+\\s?)*$',
    '^\\s*\\s*$',
    '^.*.*=$',
    '\\s+$',
    '^(.*)*x$',
    '(x+x+)+y',
    '^(a?){50,}$',
    '(a)\\1',
    '^([a-z]+)*\\d$',
    '(',
    '^(\\d+)*!$',
  ])('refuses %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false)
    expect(safePattern(pattern)).toBeUndefined()
  })

  it('decides about long patterns', () => {
    expect(isSafePattern(`^${'(a|b|c)*'.repeat(60)}$`)).toBe(false)
    expect(isSafePattern('x'.repeat(2000))).toBe(false)
  })
})
