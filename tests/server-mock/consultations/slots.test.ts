import { describe, expect, test } from 'vitest'
import { isOpen, shiftDay, slotsOf, slotTimes, untilOf } from '#server/features/consultations/slots.ts'

const opening = { weekdays: ['wednesday'], start_hour: 9, end_hour: 11, slot_minutes: 30, closed_dates: ['2030-01-09'] }
const now = { day: '2029-12-01', time: '10:00' }

describe('the times of a day', () => {
  test('begin every slot from the start hour, as long as they end within the hours', () => {
    expect(slotTimes(opening)).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect(slotTimes({ ...opening, slot_minutes: 45 })).toEqual(['09:00', '09:45'])
    expect(slotTimes({ ...opening, end_hour: 9 })).toEqual([])
    expect(slotTimes({ ...opening, start_hour: 23, end_hour: 24 })).toEqual(['23:00', '23:30'])
  })

  test('are those of open days alone', () => {
    expect(isOpen(opening, '2030-01-02')).toBe(true)
    expect(isOpen(opening, '2030-01-03')).toBe(false)
    expect(isOpen(opening, '2030-01-09')).toBe(false)
    expect(slotsOf(opening, '2030-01-09', [], now)).toEqual([])
  })

  test('are past where they have begun', () => {
    const slots = slotsOf(opening, '2030-01-02', [], { day: '2030-01-02', time: '09:30' })
    expect(slots.map(({ status }) => status)).toEqual(['past', 'past', 'free', 'free'])
  })

  test('are taken by whatever shares a minute with them, also of another length', () => {
    const booked = [{ day: '2030-01-02', time: '09:15', minutes: 60 }]
    const slots = slotsOf(opening, '2030-01-02', booked, now)
    expect(slots.map(({ status }) => status)).toEqual(['taken', 'taken', 'taken', 'free'])
    expect(slotsOf(opening, '2030-01-16', booked, now).every(({ status }) => status === 'free')).toBe(true)
  })
})

test('days and times are counted across their borders', () => {
  expect(shiftDay('2024-02-28', 2)).toBe('2024-03-01')
  expect(untilOf({ time: '23:30', minutes: 30 })).toBe('24:00')
})
