import { describe, expect, it } from 'vitest'
import { isDay, nextDay, startOfDay } from '#server/model/list/day-range.ts'

describe('the first instant of a day', () => {
  it.each([
    ['2024-01-15', 'Asia/Tehran', '2024-01-14T20:30:00.000Z'],
    ['2024-01-15', 'UTC', '2024-01-15T00:00:00.000Z'],
    ['2024-01-15', 'America/New_York', '2024-01-15T05:00:00.000Z'],
    // Tehran's clocks went from 00:00 to 01:00 on this day.
    ['2022-03-22', 'Asia/Tehran', '2022-03-21T20:30:00.000Z'],
    ['2022-03-23', 'Asia/Tehran', '2022-03-22T19:30:00.000Z'],
    ['2024-01-15', 'Pacific/Kiritimati', '2024-01-14T10:00:00.000Z'],
    ['2024-01-15', 'Pacific/Pago_Pago', '2024-01-15T11:00:00.000Z'],
    // Samoa had no 30 December 2011: the day after it begins where it would have begun.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant)
  })

  it('knows which texts are days', () => {
    expect(['2024-02-29', '2023-02-29', '2024-13-01', '0000-01-01', '24-01-01', '2024-1-1', '', '9999-12-31'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(nextDay('2024-02-29')).toBe('2024-03-01')
  })
})
