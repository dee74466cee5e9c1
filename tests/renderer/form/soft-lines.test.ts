// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakLines, joinLines } from '#renderer/form/controls/text/soft-lines.ts'

describe('a text whose lines are too long to be drawn', () => {
  it('is drawn in pieces of no more than two thousand characters, and is the same text', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 0, maxLength: 3000 }),
          fc.constant('\n'),
          fc.constant('سلام دنیا '.repeat(700)),
          fc.constant('👩‍👩‍👧'.repeat(500)),
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (long) => {
        const shown = breakLines(long)
        expect(joinLines(shown)).toBe(long)
        for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(2001)
      }),
      { numRuns: 60 },
    )
  })
  it('is left alone where its lines are short', () => expect(breakLines('a line\n'.repeat(5000))).toBe('a line\n'.repeat(5000)))
  it('may have a million characters and no space', () => {
    const long = 'x'.repeat(1_000_000)
    expect(joinLines(breakLines(long))).toBe(long)
  })
})
