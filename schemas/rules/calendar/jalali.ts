/** A day of a calendar: month 1 to 12. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}
export type Calendar = 'gregorian' | 'jalali'

const dayMs = 86_400_000
/** Days from 1 Farvardin 1 to 1 January 1970. */
const epochOffset = 492_268

/**
 * Leap years by the 33-year cycle. It agrees with Intl's `persian` calendar on each day from 1900 to 2100 (a test checks
 * this). jalaliday 3.1.1 does not: it is a day late in January and February of Gregorian leap years.
 */
const isJalaliLeap = (year: number): boolean => (((25 * year + 11) % 33) + 33) % 33 < 8

const daysBeforeYear = (year: number): number => 365 * (year - 1) + Math.floor((8 * year + 21) / 33)
const daysBeforeMonth = (month: number): number => (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6)

const gregorianDays = ({ year, month, day }: CalendarDay): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / dayMs)
}

/** `toJalali({ year: 2024, month: 3, day: 20 })` is 1 Farvardin 1403. */
export function toJalali(gregorian: CalendarDay): CalendarDay {
  const days = gregorianDays(gregorian) + epochOffset
  let year = Math.floor((33 * days + 3) / 12053) + 1
  while (daysBeforeYear(year) > days) year--
  while (daysBeforeYear(year + 1) <= days) year++
  const inYear = days - daysBeforeYear(year)
  const month = inYear < 216 ? Math.floor(inYear / 31) + 1 : Math.floor((inYear - 6) / 30) + 1
  return { year, month, day: inYear - daysBeforeMonth(month) + 1 }
}

export function toGregorian({ year, month, day }: CalendarDay): CalendarDay {
  const date = new Date((daysBeforeYear(year) + daysBeforeMonth(month) + day - 1 - epochOffset) * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export const isLeapYear = (calendar: Calendar, year: number): boolean =>
  calendar === 'jalali' ? isJalaliLeap(year) : (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export function monthLength(calendar: Calendar, year: number, month: number): number {
  if (calendar === 'jalali') return month <= 6 ? 31 : month <= 11 || isJalaliLeap(year) ? 30 : 29
  return month === 2 ? (isLeapYear(calendar, year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Whether the calendar has such a day. */
export const isDay = (calendar: Calendar, { year, month, day }: CalendarDay): boolean =>
  Number.isInteger(year) && year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(calendar, year, month)
