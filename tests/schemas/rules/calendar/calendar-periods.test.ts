import { describe, expect, it } from 'vitest'
import { formatStart, periodStarts, quarterOf, shiftPeriod, startOfPeriod } from '#schemas/rules/calendar/calendar-periods.ts'

const jalali = { calendar: 'jalali', locale: 'fa' } as const
const gregorian = { calendar: 'gregorian', locale: 'en' } as const

describe('periods of a calendar', () => {
  it('keeps the 30th of Esfand of a leap year in its month and year', () => {
    // 30 Esfand 1403 is 20 March 2025; 1404 begins on the 21st. 1402 has no such day: 1403 begins on 20 March 2024.
    expect(startOfPeriod('2025-03-20', 'month', jalali)).toBe('2025-02-19')
    expect(startOfPeriod('2025-03-20', 'year', jalali)).toBe('2024-03-20')
    expect(startOfPeriod('2025-03-21', 'year', jalali)).toBe('2025-03-21')
    expect(periodStarts('2024-02-20', '2025-03-20', 'month', jalali, 20)).toHaveLength(14)
    expect(shiftPeriod('2025-02-19', 1, 'month', jalali)).toBe('2025-03-21')
    expect(shiftPeriod('2024-03-20', -1, 'month', jalali)).toBe('2024-02-20')
  })

  it('has quarters and years of both calendars, and weeks as the language has them', () => {
    expect(startOfPeriod('2024-11-24', 'quarter', jalali)).toBe('2024-09-22')
    expect(startOfPeriod('2024-11-24', 'quarter', gregorian)).toBe('2024-10-01')
    expect(shiftPeriod('2024-09-22', -3, 'quarter', jalali)).toBe('2023-12-22')
    expect(startOfPeriod('2024-03-20', 'week', jalali)).toBe('2024-03-16')
    expect(startOfPeriod('2024-03-20', 'week', gregorian)).toBe('2024-03-17')
    expect(startOfPeriod('2024-03-20', 'week', { calendar: 'gregorian', locale: 'de' })).toBe('2024-03-18')
    expect(quarterOf('2024-09-22', jalali)).toEqual({ quarter: '۳', year: '۱۴۰۳' })
    expect(formatStart('2024-09-22', 'month', jalali)).toBe('مهر ۱۴۰۳')
    expect(formatStart('2024-09-01', 'month', gregorian)).toBe('September 2024')
  })

  it('makes no more periods than are asked for', () => {
    expect(periodStarts('2024-03-20', '2024-03-22', 'day', gregorian, 3)).toEqual(['2024-03-20', '2024-03-21', '2024-03-22', '2024-03-23'])
    expect(periodStarts('2024-03-20', '2024-03-23', 'day', gregorian, 3)).toBeUndefined()
  })
})
