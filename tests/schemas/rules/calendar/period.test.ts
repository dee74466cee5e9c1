import { describe, expect, it } from 'vitest'
import { isPeriod } from '#schemas/rules/calendar/period.ts'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

describe('a period', () => {
  it.each([
    { from: '2024-01-01', to: '2024-01-01' },
    { from: '2024-01-01' },
    { to: '2024-01-01T10:00:00Z' },
    {},
    '2024-01-01..2024-02-01',
    '..2024-02-01',
    { from: null, to: '' },
  ])('is %o', (value) => expect(isPeriod(value)).toBe(true))
  it.each([
    { from: '2024-02-01', to: '2024-01-31' },
    { from: '2024-01-01T10:00:00Z', to: '2024-01-01T09:59:00Z' },
    { from: 'abc' },
    '2024-02-01..2024-01-01',
    'abc',
    '2024-01-01',
  ])('is not %o', (value) => expect(isPeriod(value)).toBe(false))
  it('is checked where its format is named, of objects and texts', () =>
    expect([
      fitsFormat('date-range', { from: 'b' }),
      fitsFormat('date-time-range', 'b'),
      fitsFormat('date-range', 5),
      fitsFormat('date-range', null),
    ]).toEqual([false, false, true, true]))
  it('is told by a sentence of its own', () =>
    expect(
      validateData(
        { type: 'object', properties: { open: { type: 'object', format: 'date-range' } } },
        { open: { from: '2024-02-01', to: '2024-01-01' } },
      ),
    ).toEqual({ open: [{ key: 'rules.period' }] }))
})
