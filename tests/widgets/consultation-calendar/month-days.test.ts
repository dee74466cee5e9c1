import { describe, expect, test } from 'vitest'
import { dayAfterKey, monthOf, shiftMonth } from '#widgets/consultation-calendar/month-days.ts'

describe('a month', () => {
  test('of the Jalali calendar begins with its first day and its weeks on Saturday', () => {
    const month = monthOf('2026-11-24', 'jalali', 6)
    expect(month).toMatchObject({ year: 1405, month: 9, first: '2026-11-22', last: '2026-12-21', length: 30 })
    expect(month.weeks[0]).toEqual([null, '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
    expect(month.weeks.flat().filter((day) => day !== null)).toHaveLength(30)
  })

  test('of the Gregorian calendar has its own length', () => {
    expect(monthOf('2028-02-10', 'gregorian', 0)).toMatchObject({ first: '2028-02-01', last: '2028-02-29', length: 29 })
  })
})

describe('keys', () => {
  const jalali = { calendar: 'jalali', weekStart: 6, isRtl: true } as const
  test('follow the direction of reading', () => {
    expect(dayAfterKey('ArrowLeft', '2026-11-24', jalali)).toBe('2026-11-25')
    expect(dayAfterKey('ArrowLeft', '2026-11-24', { calendar: 'gregorian', weekStart: 0, isRtl: false })).toBe('2026-11-23')
    expect(dayAfterKey('ArrowDown', '2026-11-24', jalali)).toBe('2026-12-01')
  })

  test('lead to the ends of the week and to other months', () => {
    expect(dayAfterKey('Home', '2026-11-24', jalali)).toBe('2026-11-21')
    expect(dayAfterKey('End', '2026-11-24', jalali)).toBe('2026-11-27')
    expect(dayAfterKey('PageDown', '2026-11-24', jalali)).toBe('2026-12-24')
    expect(dayAfterKey('a', '2026-11-24', jalali)).toBeUndefined()
  })
})

test('the last day stands for one that a month does not have', () => {
  expect(shiftMonth('2027-01-31', 1, 'gregorian')).toBe('2027-02-28')
  expect(shiftMonth('2026-12-31', -12, 'gregorian')).toBe('2025-12-31')
  expect(shiftMonth('2026-01-31', -2, 'gregorian')).toBe('2025-11-30')
})
