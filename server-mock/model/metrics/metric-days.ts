import { calendarOf } from '#schemas/rules/calendar/calendar.ts'
import { startOfPeriod } from '#schemas/rules/calendar/calendar-periods.ts'
import { resolveRelativeDay } from '#schemas/rules/calendar/relative-day.ts'
import type { MetricDocument } from '#schemas/types/contract.d.ts'
import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { badValue } from '#server/model/ids.ts'
import { dayIn, isDay } from '#server/model/list/day-range.ts'

/**
 * The first and the last day that a call asks for, or those of the document; an empty one is open. Undefined for a metric whose days
 * nobody chooses. @throws a 422 for a day that is none, and for a last one before the first
 */
export function daysOf(
  { caller, now }: ModelContext,
  { days }: Pick<MetricDocument, 'days'>,
  params: Readonly<Record<string, string>>,
): { from: string; to: string } | undefined {
  if (!days) return undefined
  const today = dayIn(caller.timezone, now.getTime())
  const dayOf = (end: 'from' | 'to'): string => {
    const text = params[end] ?? days[end] ?? ''
    if (text === '') return ''
    const { locale } = caller
    const day = text === 'year' ? startOfPeriod(today, 'year', { calendar: calendarOf(locale), locale }) : resolveRelativeDay(text, today)
    if (day !== undefined && isDay(day)) return day
    throw validationError({ [end]: [badValue(text)] })
  }
  const [from, to] = [dayOf('from'), dayOf('to')]
  if (from !== '' && to !== '' && from > to) throw validationError({ to: [badValue(to)] })
  return { from, to }
}
