import { dayOf, isoDate, monthLength, type Calendar, type CalendarDay } from '#schemas/rules/calendar/calendar.ts'

/** One month of a calendar, its days as ISO dates in weeks; null stands beside the first and the last day. */
export interface Month {
  year: number
  month: number
  first: string
  last: string
  length: number
  weeks: (string | null)[][]
}

/** `shiftDay('2024-02-28', 2) === '2024-03-01'` */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

const weekdayOf = (day: string, weekStart: number): number => (new Date(`${day}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7

/** The month that a day is in; weeks begin on `weekStart`, 0 for Sunday. */
export function monthOf(day: string, calendar: Calendar, weekStart: number): Month {
  const { year, month } = dayOf(day, { calendar }) as CalendarDay
  const first = isoDate({ year, month, day: 1 }, calendar)
  const length = monthLength(calendar, year, month)
  const lead = weekdayOf(first, weekStart)
  const weeks = Array.from({ length: Math.ceil((lead + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const index = week * 7 + at - lead
      return index < 0 || index >= length ? null : shiftDay(first, index)
    }),
  )
  return { year, month, first, last: shiftDay(first, length - 1), length, weeks }
}

/** The same day some months on; the last one of the month where that has fewer days. */
export function shiftMonth(day: string, by: number, calendar: Calendar): string {
  const from = dayOf(day, { calendar }) as CalendarDay
  const index = from.year * 12 + from.month - 1 + by
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  return isoDate({ year, month, day: Math.min(from.day, monthLength(calendar, year, month)) }, calendar)
}

/** Where a key leads from a day: arrows by day and week, Home and End in the week, Page keys by month; undefined for other keys. */
export function dayAfterKey(
  key: string,
  day: string,
  { calendar, weekStart, isRtl }: { calendar: Calendar; weekStart: number; isRtl: boolean },
): string | undefined {
  const forward = isRtl ? -1 : 1
  const weekday = weekdayOf(day, weekStart)
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekday,
    End: 6 - weekday,
  }
  if (key === 'PageDown' || key === 'PageUp') return shiftMonth(day, key === 'PageDown' ? 1 : -1, calendar)
  return Object.hasOwn(steps, key) ? shiftDay(day, steps[key]!) : undefined
}
