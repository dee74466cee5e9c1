import { calendarOf, type Calendar } from '#schemas/rules/calendar/calendar.ts'
import { splitInstant } from '#schemas/rules/calendar/zoned-time.ts'

/** Days that may be chosen: both ends included. */
export interface DayLimits {
  /** `2024-03-20` */
  min?: string
  max?: string
  /** Weekdays that may not be chosen, 0 for Sunday to 6 for Saturday. */
  disabledWeekdays?: readonly number[]
  /** Days that may not be chosen. */
  disabledDays?: readonly string[]
}

export function isDayAllowed(day: string, { min, max, disabledWeekdays, disabledDays }: DayLimits): boolean {
  if ((min && day < min) || (max && day > max) || disabledDays?.includes(day)) return false
  return !disabledWeekdays?.includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** The calendar that a document names; `auto`, or none, is the locale's calendar. */
export const chosenCalendar = (wanted: unknown, locale: string): Calendar =>
  wanted === 'jalali' || wanted === 'gregorian' ? wanted : calendarOf(locale)

/** Props of a document for a day field. */
export interface DayProps extends Record<string, unknown> {
  min?: string
  max?: string
  calendar?: 'auto' | 'gregorian' | 'jalali'
  disabled_weekdays?: number[]
  disabled_days?: string[]
}

/** Days that may be chosen, as a field's properties say, else its schema; a limit that is a moment counts by its day in the zone. */
export function limitsOf(props: DayProps, schema: Record<string, unknown> = {}, timeZone = 'UTC'): DayLimits {
  const dayOf = (limit: unknown): string | undefined =>
    typeof limit !== 'string' ? undefined : limit.length === 10 ? limit : splitInstant(limit, timeZone)?.day
  return {
    min: dayOf(props.min ?? schema.formatMinimum),
    max: dayOf(props.max ?? schema.formatMaximum),
    disabledWeekdays: props.disabled_weekdays,
    disabledDays: props.disabled_days,
  }
}
