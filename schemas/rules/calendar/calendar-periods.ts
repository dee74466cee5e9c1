import { formatDate, isoDate, weekStartOf } from './calendar.ts'
import { toJalali, type Calendar, type CalendarDay } from './jalali.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'

/** Lengths of the periods that moments are grouped by. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof periods)[number]

/** Whose months are meant, and the language that says how weeks begin. */
export interface PeriodCalendar {
  calendar: Calendar
  locale: string
}

const dayMs = 86_400_000
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const isoOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

function partsOf(day: string, calendar: Calendar): CalendarDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const gregorian = { year, month, day: date }
  return calendar === 'jalali' ? toJalali(gregorian) : gregorian
}

/** The first day of the period that a day (`2024-03-20`) lies in. */
export function startOfPeriod(day: string, period: Period, { calendar, locale }: PeriodCalendar): string {
  if (period === 'day') return day
  if (period === 'week') return isoOf(instantOf(day) - ((new Date(instantOf(day)).getUTCDay() - weekStartOf(locale) + 7) % 7) * dayMs)
  const { year, month } = partsOf(day, calendar)
  const first = period === 'month' ? month : period === 'quarter' ? Math.floor((month - 1) / 3) * 3 + 1 : 1
  return isoDate({ year, month: first, day: 1 }, calendar)
}

/** The first day of the period that is `count` periods after the one that begins on `start`; negative for earlier ones. */
export function shiftPeriod(start: string, count: number, period: Period, { calendar }: PeriodCalendar): string {
  if (period === 'day' || period === 'week') return isoOf(instantOf(start) + count * (period === 'day' ? 1 : 7) * dayMs)
  const { year, month } = partsOf(start, calendar)
  const months = year * 12 + (month - 1) + count * (period === 'month' ? 1 : period === 'quarter' ? 3 : 12)
  return isoDate({ year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1, day: 1 }, calendar)
}

/**
 * First days of the periods from that of one day to that of another, and of the one after: the boundaries of all of them. Undefined if
 * there are more than `most`.
 */
export function periodStarts(from: string, to: string, period: Period, of: PeriodCalendar, most: number): string[] | undefined {
  const starts = [startOfPeriod(from, period, of)]
  while (starts.at(-1)! <= to) {
    if (starts.length > most) return undefined
    starts.push(shiftPeriod(starts.at(-1)!, 1, period, of))
  }
  return starts
}

const patterns: Record<Exclude<Period, 'quarter'>, { whole: string; short: string }> = {
  day: { whole: 'D MMMM YYYY', short: 'D MMMM' },
  week: { whole: 'D MMMM YYYY', short: 'D MMMM' },
  month: { whole: 'MMMM YYYY', short: 'MMMM YY' },
  year: { whole: 'YYYY', short: 'YYYY' },
}

/** A quarter by its number and year, as texts say it: `{ quarter: '3', year: '1403' }`, in the reader's digits. */
export function quarterOf(start: string, { calendar, locale }: PeriodCalendar): { quarter: string; year: string } {
  const { year, month } = partsOf(start, calendar)
  return { quarter: localiseDigits(Math.ceil(month / 3), locale), year: localiseDigits(year, locale) }
}

/** A period that is no quarter in words, `Farvardin 1403`; a week is told by its first day. `short` is for the axis of a chart. */
export const formatStart = (
  start: string,
  period: Exclude<Period, 'quarter'>,
  { calendar, locale }: PeriodCalendar,
  width: 'whole' | 'short' = 'whole',
): string => formatDate(start, { locale, calendar, pattern: patterns[period][width] })
