import { calendarOf, weekStartOf } from './calendar.ts'
import { monthLength, toGregorian, toJalali, type Calendar, type CalendarDay } from './jalali.ts'

/**
 * A span of days relative to today. Written as `today`, `yesterday`, `last-7-days` (today is the last of them),
 * `this-week.sat`, `last-month.jalali`, `this-year.gregorian`. The start of the week and the calendar are part of it, so
 * that an address means the same days to readers of every locale.
 */
export type RelativeRange =
  | { unit: 'day'; which: 'this' | 'last' }
  | { unit: 'days'; count: number }
  | { unit: 'week'; which: 'this' | 'last'; start: WeekStart }
  | { unit: 'month' | 'year'; which: 'this' | 'last'; calendar: Calendar }

/** First day of a week. */
export type WeekStart = 'sat' | 'sun' | 'mon'

/** First and last day, both included: `2024-03-20`. */
export interface DaySpan {
  from: string
  to: string
}

const starts: Record<WeekStart, number> = { sun: 0, mon: 1, sat: 6 }

/** The first weekday of a week, 0 for Sunday. */
export const relativeRangeWeekDay = (start: WeekStart): number => starts[start]

const calendars: readonly Calendar[] = ['jalali', 'gregorian']
const dayMs = 86_400_000
const maxDays = 3660

/** Reads `this-month.jalali`; undefined if the text is not a relative range. */
export function parseRelativeRange(text: string): RelativeRange | undefined {
  if (text === 'today' || text === 'yesterday') return { unit: 'day', which: text === 'today' ? 'this' : 'last' }
  const days = /^last-([1-9]\d{0,3})-days$/.exec(text)
  if (days) return Number(days[1]) <= maxDays ? { unit: 'days', count: Number(days[1]) } : undefined
  const [, which, unit, of] = /^(this|last)-(week|month|year)\.([a-z]+)$/.exec(text) ?? []
  if (!isWhich(which)) return undefined
  if (unit === 'week') return of === 'sat' || of === 'sun' || of === 'mon' ? { unit, which, start: of } : undefined
  const calendar = calendars.find((each) => each === of)
  return calendar && (unit === 'month' || unit === 'year') ? { unit, which, calendar } : undefined
}

const isWhich = (text: string | undefined): text is 'this' | 'last' => text === 'this' || text === 'last'

/** Writes a relative range in the form that `parseRelativeRange` reads. */
export function formatRelativeRange(range: RelativeRange): string {
  switch (range.unit) {
    case 'day':
      return range.which === 'this' ? 'today' : 'yesterday'
    case 'days':
      return `last-${range.count}-days`
    case 'week':
      return `${range.which}-week.${range.start}`
    default:
      return `${range.which}-${range.unit}.${range.calendar}`
  }
}

/** The days of a range when it is read on `today`, an ISO day in the reader's zone. */
export function resolveRelativeRange(range: RelativeRange, today: string): DaySpan {
  const day = Date.parse(`${today}T00:00:00Z`)
  switch (range.unit) {
    case 'day':
      return span(day - (range.which === 'this' ? 0 : dayMs), 1)
    case 'days':
      return span(day - (range.count - 1) * dayMs, range.count)
    case 'week': {
      const into = (new Date(day).getUTCDay() - starts[range.start] + 7) % 7
      return span(day - (into + (range.which === 'this' ? 0 : 7)) * dayMs, 7)
    }
    default:
      return calendarSpan(range, day)
  }
}

/** The quick ranges offered to readers of a locale, in that locale's calendar and week. */
export function relativeRanges(locale: string): RelativeRange[] {
  const calendar = calendarOf(locale)
  const start = (Object.keys(starts) as WeekStart[]).find((name) => starts[name] === weekStartOf(locale)) ?? 'mon'
  const both = ['this', 'last'] as const
  return [
    ...both.map((which) => ({ unit: 'day', which }) as const),
    { unit: 'days', count: 7 },
    { unit: 'days', count: 30 },
    ...both.map((which) => ({ unit: 'week', which, start }) as const),
    ...both.map((which) => ({ unit: 'month', which, calendar }) as const),
    ...both.map((which) => ({ unit: 'year', which, calendar }) as const),
  ]
}

const isoOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
const span = (from: number, days: number): DaySpan => ({ from: isoOf(from), to: isoOf(from + (days - 1) * dayMs) })

function calendarSpan({ unit, which, calendar }: Extract<RelativeRange, { calendar: Calendar }>, day: number): DaySpan {
  const date = new Date(day)
  const gregorian = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  const { year, month } = calendar === 'jalali' ? toJalali(gregorian) : gregorian
  const back = which === 'this' ? 0 : 1
  if (unit === 'year')
    return {
      from: iso(calendar, { year: year - back, month: 1, day: 1 }),
      to: iso(calendar, { year: year - back, month: 12, day: monthLength(calendar, year - back, 12) }),
    }
  const wanted = month - back < 1 ? { year: year - 1, month: 12 } : { year, month: month - back }
  return {
    from: iso(calendar, { ...wanted, day: 1 }),
    to: iso(calendar, { ...wanted, day: monthLength(calendar, wanted.year, wanted.month) }),
  }
}

function iso(calendar: Calendar, day: CalendarDay): string {
  const { year, month, day: date } = calendar === 'jalali' ? toGregorian(day) : day
  return isoOf(Date.UTC(year, month - 1, date))
}
