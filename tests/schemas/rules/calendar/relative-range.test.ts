import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRelativeRange, parseRelativeRange, relativeRanges, resolveRelativeRange } from '#schemas/rules/calendar/relative-range.ts'
import { locales } from '#schemas/rules/locales.ts'

const spanOf = (text: string, today: string) => {
  const { from, to } = resolveRelativeRange(parseRelativeRange(text)!, today)
  return `${from}..${to}`
}

describe('relative ranges', () => {
  it.each([
    // Wednesday, 1 Farvardin 1403.
    ['today', '2024-03-20', '2024-03-20..2024-03-20'],
    ['yesterday', '2024-03-20', '2024-03-19..2024-03-19'],
    ['last-7-days', '2024-03-20', '2024-03-14..2024-03-20'],
    ['last-30-days', '2024-03-01', '2024-02-01..2024-03-01'],
    ['this-week.sat', '2024-03-20', '2024-03-16..2024-03-22'],
    ['this-week.sun', '2024-03-20', '2024-03-17..2024-03-23'],
    ['this-week.mon', '2024-03-20', '2024-03-18..2024-03-24'],
    ['this-week.sat', '2024-03-16', '2024-03-16..2024-03-22'],
    ['last-week.sat', '2024-03-16', '2024-03-09..2024-03-15'],
    ['this-month.jalali', '2024-03-20', '2024-03-20..2024-04-19'],
    ['last-month.jalali', '2024-03-20', '2024-02-20..2024-03-19'],
    ['this-month.gregorian', '2024-02-29', '2024-02-01..2024-02-29'],
    ['last-month.gregorian', '2024-01-31', '2023-12-01..2023-12-31'],
    ['this-year.jalali', '2024-03-20', '2024-03-20..2025-03-20'],
    ['last-year.jalali', '2024-03-20', '2023-03-21..2024-03-19'],
    ['this-year.gregorian', '2024-03-20', '2024-01-01..2024-12-31'],
    ['last-year.gregorian', '2024-03-20', '2023-01-01..2023-12-31'],
  ])('%s on %s', (text, today, expected) => {
    expect(spanOf(text, today)).toBe(expected)
  })

  it.each([
    '',
    'tomorrow',
    'last-0-days',
    'last-9999-days',
    'this-week',
    'this-month',
    'this-month.hijri',
    'this-week.jalali',
    'last-week.fri',
    'this-day.sat',
    'THIS-month.jalali',
  ])('%j is none', (text) => {
    expect(parseRelativeRange(text)).toBeUndefined()
  })

  it.each(locales)('are offered to %s and read again as they are written', (locale) => {
    const ranges = relativeRanges(locale)
    expect(ranges).toHaveLength(10)
    for (const range of ranges) expect(parseRelativeRange(formatRelativeRange(range))).toEqual(range)
  })

  it('span this month and last without a gap, with today in this one', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        fc.constantFrom('week.sat', 'month.jalali', 'month.gregorian', 'year.jalali', 'year.gregorian'),
        (date, unit) => {
          const today = date.toISOString().slice(0, 10)
          const [now, before] = ['this', 'last'].map((which) => resolveRelativeRange(parseRelativeRange(`${which}-${unit}`)!, today))
          expect(now!.from <= today && today <= now!.to).toBe(true)
          expect(Date.parse(now!.from) - Date.parse(before!.to)).toBe(86_400_000)
        },
      ),
    )
  })
})
