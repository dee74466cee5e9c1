import { calendarOf, type Calendar } from '#schemas/rules/calendar.ts'

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

/** The calendar that a document asks for: `auto`, or nothing, is that of the locale. */
export const chosenCalendar = (wanted: unknown, locale: string): Calendar => (wanted === 'jalali' || wanted === 'gregorian' ? wanted : calendarOf(locale))

/** What a document may say about the days of a field. */
export interface DayProps extends Record<string, unknown> { min?: string; max?: string; calendar?: 'auto' | 'gregorian' | 'jalali'; disabled_weekdays?: number[]; disabled_days?: string[] }

export const limitsOf = ({ min, max, disabled_weekdays: disabledWeekdays, disabled_days: disabledDays }: DayProps): DayLimits =>
  ({ min: min?.slice(0, 10), max: max?.slice(0, 10), disabledWeekdays, disabledDays })
