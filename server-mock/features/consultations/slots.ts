import { splitInstant } from '#schemas/rules/calendar/zoned-time.ts'

/** When consultations can be booked. Hours and days are those of the site's time zone. */
export interface Opening {
  weekdays: readonly string[]
  start_hour: number
  end_hour: number
  slot_minutes: number
  closed_dates: readonly string[]
}

/** A wall clock: `{ day: '2030-01-02', time: '09:30' }`. */
export interface Moment {
  day: string
  time: string
}

export interface Booked {
  day: string
  time: string
  minutes: number
}

export interface Slot {
  time: string
  until: string
  status: 'free' | 'taken' | 'past'
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const dayMs = 24 * 60 * 60 * 1000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** `timeOf(570) === '09:30'`; the end of the day is `24:00`. */
const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const untilOf = ({ time, minutes }: Omit<Booked, 'day'>): string => timeOf(minutesOf(time) + minutes)

/** `shiftDay('2024-02-28', 2) === '2024-03-01'` */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export function momentIn(timeZone: string, instant: Date): Moment {
  return splitInstant(instant.toISOString(), timeZone)!
}

/** Whether consultations take place on a day at all. */
export function isOpen(opening: Opening, day: string): boolean {
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!
  return opening.weekdays.includes(weekday) && !opening.closed_dates.includes(day)
}

/** Times at which the settings begin a slot that ends within the hours: `['09:00', '09:30', …]`. */
export function slotTimes({ start_hour, end_hour, slot_minutes }: Opening): string[] {
  const count = Math.max(0, Math.floor(((end_hour - start_hour) * 60) / slot_minutes))
  return Array.from({ length: count }, (_, index) => timeOf(start_hour * 60 + index * slot_minutes))
}

/** Whether a time has begun. */
export const isPast = (now: Moment, day: string, time: string): boolean => day < now.day || (day === now.day && time <= now.time)

/** Whether the slot and something booked share a minute; the length of slots may have changed since it was booked. */
const overlaps = (start: number, end: number, { time, minutes }: Booked): boolean =>
  minutesOf(time) < end && minutesOf(time) + minutes > start

/** The times of a day; none where it is closed. What is booked on it says which are taken. */
export function slotsOf(opening: Opening, day: string, booked: readonly Booked[], now: Moment): Slot[] {
  if (!isOpen(opening, day)) return []
  return slotTimes(opening).map((time) => {
    const start = minutesOf(time)
    const end = start + opening.slot_minutes
    const isTaken = booked.some((one) => one.day === day && overlaps(start, end, one))
    return { time, until: timeOf(end), status: isTaken ? 'taken' : isPast(now, day, time) ? 'past' : 'free' }
  })
}
