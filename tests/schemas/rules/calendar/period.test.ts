import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime } from '#schemas/rules/calendar/calendar.ts'
import { formatPeriod, isPeriod } from '#schemas/rules/calendar/period.ts'
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

describe('a period at rest reads as the dates beside it are written', () => {
  const readIn = (locale: string) => (value: unknown) =>
    formatPeriod(value, { date: (day) => formatDate(day, { locale }), datetime: (moment) => formatDateTime(moment, { locale }) })
  it.each(['2024-01-01..2024-02-01', { from: '2024-01-01', to: '2024-02-01' }])('%o', (value) => {
    expect(readIn('en')(value)).toBe('January 01, 2024 – February 01, 2024')
    expect(readIn('fa')(value)).toBe('۱۱ دی ۱۴۰۲ – ۱۲ بهمن ۱۴۰۲')
  })
  it('with a missing end as dots, and moments with their time', () =>
    expect([readIn('en')('..2024-02-01'), readIn('en')({ from: '2024-01-01T10:00:00Z' })]).toEqual([
      '… – February 01, 2024',
      'January 01, 2024 10:00 – …',
    ]))
  it.each(['2024-01-01', 'see a..b', '..', {}, { from: 'abc' }, { from: '2024-01-01', title: 'Spring' }, null, 5])('but not %o', (value) =>
    expect(readIn('en')(value)).toBeUndefined(),
  )
})
