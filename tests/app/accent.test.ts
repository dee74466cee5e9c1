import { describe, expect, it } from 'vitest'
import { readableAccent } from '#app/accent.ts'
import { contrast, parseHex } from '#schemas/rules/values/contrast.ts'

const against = (colour: string, background: string) => contrast(parseHex(colour)!, parseHex(background)!)

describe('a site’s accent', () => {
  it('stays as it is when it can be read', () => expect(readableAccent('#027A79', '#ffffff')).toBe('#027a79'))

  it.each([
    ['#03A5A3', '#ffffff'],
    ['#ffee00', '#ffffff'],
    ['#101010', '#191e1f'],
    ['#f0f', '#ffffff'],
  ])('%s is made readable on %s', (accent, background) => {
    expect(against(readableAccent(accent, background)!, background)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['red', '#12', '#ggg', 'url(x)'])('%s is none', (text) => expect(readableAccent(text, '#ffffff')).toBeNull())
})
