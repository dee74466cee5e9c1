import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isUnfitPart } from '#renderer/form/data/type-mismatch.ts'

const heldBy = (widget: string): unknown =>
  (JSON.parse(readFileSync(new URL(`../../../../widgets/${widget}/widget.json`, import.meta.url), 'utf8')) as { value: unknown }).value
const isUnfit = (widget: string, value: unknown, schema = {}, ui = { widget }) => isUnfitPart(schema, ui, value, heldBy(widget))

describe('a value that its widget cannot show', () => {
  it.each([
    ['upload', 7],
    ['date-range', [1, 2]],
    ['mobile', []],
    ['seo-panel', 's'],
    ['tags', 'one'],
    ['map-point', 'Tehran'],
    ['multi-select', { a: 1 }],
  ])('%s: %j', (widget, value) => expect(isUnfit(widget, value)).toBe(true))
  it('is a group or a list where text is due, whether or not the document names the widget', () => {
    expect(isUnfit('textarea', { a: 1 }, { type: 'string' })).toBe(true)
    expect(isUnfitPart({ type: 'string' }, {}, ['a'], heldBy('text'))).toBe(true)
  })
})

describe('a value that its widget can show', () => {
  it.each([
    ['upload', 'files/1.pdf'],
    ['upload', { id: 1 }],
    ['date-range', '2024-01-01..'],
    ['date-range', { from: '2024-01-01' }],
    ['mobile', '09121234567'],
    ['division-picker', 5],
    ['avatar', null],
    ['seo-panel', ''],
    ['remote-select', { id: 1 }],
  ])('%s: %j', (widget, value) => expect(isUnfit(widget, value)).toBe(false))
  it('is one text of a translated field', () => expect(isUnfit('locale-map', 'Book', { type: 'object', 'x-translated': true })).toBe(false))
})
