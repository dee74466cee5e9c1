import { expect, it } from 'vitest'
import { contrast, parseHex, textOn } from '#schemas/rules/values/contrast.ts'

it.each(['#fde047', '#fff', '#0b3d91', '#000000', '#777', '#e11d48'])('text on %s can be read', (background) =>
  expect(contrast(parseHex(textOn(background)!)!, parseHex(background)!)).toBeGreaterThanOrEqual(4.5),
)
it('is dark on a light colour and light on a dark one', () => expect([textOn('#fde047'), textOn('#0b3d91')]).toEqual(['#000', '#fff']))
it('is not chosen for what is no colour', () => expect(textOn('red;')).toBeUndefined())
