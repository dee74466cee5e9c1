import { localiseDigits, toLatinDigits, foldText } from '#schemas/rules/numbers/digits.ts'
import { isDay, toGregorian, toJalali, type Calendar, type CalendarDay } from './jalali.ts'
import { intlTag, isLocale, type Locale } from '#schemas/rules/locales.ts'

export { isLeapYear, monthLength, toGregorian, toJalali, type Calendar, type CalendarDay } from './jalali.ts'

const jalaliFa = ['فروردین', 'اردیبهشت', 'خرداد', 'تیر', 'مرداد', 'شهریور', 'مهر', 'آبان', 'آذر', 'دی', 'بهمن', 'اسفند']
const jalaliLatin = ['Farvardin', 'Ordibehesht', 'Khordad', 'Tir', 'Mordad', 'Shahrivar', 'Mehr', 'Aban', 'Azar', 'Dey', 'Bahman', 'Esfand']

const datePatterns: Record<Locale, string> = {
  fa: 'DD MMMM YYYY',
  en: 'MMMM DD, YYYY',
  ar: 'DD MMMM YYYY',
  fr: 'DD MMMM YYYY',
  tr: 'DD MMMM YYYY',
  es: 'DD [de] MMMM [de] YYYY',
  ru: 'DD MMMM YYYY [г.]',
  de: 'DD. MMMM YYYY',
  it: 'DD MMMM YYYY',
  zh: 'YYYY年MM月DD日',
}

/** Calendar in which a locale shows dates: Jalali in Persian, else Gregorian. */
export const calendarOf = (locale: string): Calendar => (locale === 'fa' ? 'jalali' : 'gregorian')

/** First day of the week, 0 for Sunday to 6 for Saturday. */
export const weekStartOf = (locale: string): number => (locale === 'fa' || locale === 'ar' ? 6 : locale === 'en' ? 0 : 1)

/** Names of the twelve months as they stand in a date. */
export function monthNames(locale: string, calendar: Calendar = calendarOf(locale)): string[] {
  if (calendar === 'jalali') return locale === 'fa' || locale === 'ar' ? jalaliFa : jalaliLatin
  const format = new Intl.DateTimeFormat(intlTag(locale), { day: 'numeric', month: 'long', calendar: 'gregory', timeZone: 'UTC' })
  return Array.from(
    { length: 12 },
    (_, month) => format.formatToParts(Date.UTC(2024, month, 15)).find((part) => part.type === 'month')?.value ?? '',
  )
}

/** Names of the weekdays from Sunday on. */
export function weekdayNames(locale: string, width: 'long' | 'short' | 'narrow' = 'long'): string[] {
  const format = new Intl.DateTimeFormat(intlTag(locale), { weekday: width, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 7 + day)))
}

export interface DateFormat {
  locale: string
  /** IANA zone in which an instant is shown; a plain date (`2024-03-20`) has none. */
  timeZone?: string
  /** `YYYY MMMM MM M DD D dddd HH H mm ss`, literal text in square brackets; the locale's own when left out. */
  pattern?: string
  calendar?: Calendar
}

interface Moment extends CalendarDay {
  hour: number
  minute: number
  second: number
  weekday: number
}

const zoneCache = new Map<string, Intl.DateTimeFormat>()

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  let format = zoneCache.get(timeZone)
  if (!format) {
    const options = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
    } as const
    try {
      format = new Intl.DateTimeFormat('en', { ...options, timeZone })
    } catch {
      format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
    }
    zoneCache.set(timeZone, format)
  }
  return format
}

/** Gregorian wall-clock parts of an instant in a zone, or of a plain date as it is. */
function momentOf(value: string | number | Date, timeZone: string): Moment | undefined {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
    return isDay('gregorian', { year, month, day })
      ? { year, month, day, hour: 0, minute: 0, second: 0, weekday: new Date(value).getUTCDay() }
      : undefined
  }
  const time = new Date(value).getTime()
  if (Number.isNaN(time)) return undefined
  const offsetMs = steadyOffset(time, timeZone)
  return offsetMs === undefined ? wallClock(time, timeZone) : utcParts(time + offsetMs)
}

function utcParts(time: number): Moment {
  const date = new Date(time)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
  }
}

function wallClock(time: number, timeZone: string): Moment {
  const parts = Object.fromEntries(
    zoneFormat(timeZone)
      .formatToParts(time)
      .map((part) => [part.type, Number(part.value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

/**
 * Longest time within which no zone changes its clock and changes it back. The shortest such time on record is a month
 * (Ramadan in Morocco).
 */
const spanMs = 4 * 24 * 60 * 60 * 1000
/** 150 years of spans in one zone. */
const mostSpans = 14_000
const offsets = new Map<string, Map<number, number | null>>()
const firstSteady = Date.UTC(1970, 0, 1)
const lastSteady = Date.UTC(2200, 0, 1)

/**
 * How far a zone is ahead of UTC, in milliseconds. The result is remembered for the days around an instant: a list draws
 * hundreds of dates, and asking `Intl` for each costs more than drawing them. Undefined if the clock changes within
 * these days, and for instants long before or after our time.
 */
function steadyOffset(time: number, timeZone: string): number | undefined {
  if (time < firstSteady || time >= lastSteady) return undefined
  let spans = offsets.get(timeZone)
  if (!spans) offsets.set(timeZone, (spans = new Map()))
  const span = Math.floor(time / spanMs)
  let offset = spans.get(span)
  if (offset === undefined) {
    const before = offsetAt(span * spanMs, timeZone)
    offset = before === offsetAt((span + 1) * spanMs, timeZone) ? before : null
    if (spans.size >= mostSpans) spans.clear()
    spans.set(span, offset)
  }
  return offset ?? undefined
}

/** `time` in whole seconds. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(time, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - time
}

/** The calendar day in a zone at an instant, e.g. for a picker. */
export function dayOf(
  value: string | number | Date,
  { calendar = 'gregorian', timeZone = 'UTC' }: { calendar?: Calendar; timeZone?: string } = {},
): CalendarDay | undefined {
  const moment = momentOf(value, timeZone)
  if (!moment) return undefined
  const { year, month, day } = moment
  return calendar === 'jalali' ? toJalali({ year, month, day }) : { year, month, day }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2024-03-20` of a day in either calendar. */
export function isoDate(day: CalendarDay, calendar: Calendar = 'gregorian'): string {
  const { year, month, day: date } = calendar === 'jalali' ? toGregorian(day) : day
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

/** A date in words: fa `۰۱ فروردین ۱۴۰۳`, en `March 05, 2024`. A value that is not a date is returned unchanged. */
export function formatDate(
  value: string | number | Date,
  { locale, timeZone = 'UTC', pattern, calendar = calendarOf(locale) }: DateFormat,
): string {
  const moment = momentOf(value, timeZone)
  if (!moment) return String(value)
  const day = calendar === 'jalali' ? toJalali(moment) : moment
  const tokens: Record<string, () => string> = {
    YYYY: () => String(day.year).padStart(4, '0'),
    YY: () => two(day.year % 100),
    MMMM: () => monthNames(locale, calendar)[day.month - 1] ?? '',
    MM: () => two(day.month),
    M: () => String(day.month),
    DD: () => two(day.day),
    D: () => String(day.day),
    dddd: () => weekdayNames(locale)[moment.weekday] ?? '',
    HH: () => two(moment.hour),
    H: () => String(moment.hour),
    mm: () => two(moment.minute),
    ss: () => two(moment.second),
  }
  const text = (pattern ?? datePatterns[isLocale(locale) ? locale : 'en']).replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MM|M|DD|D|dddd|HH|H|mm|ss/g,
    (token, literal: string | undefined) => literal ?? tokens[token]?.() ?? token,
  )
  return localiseDigits(text, locale)
}

/** Like `formatDate`, with the time of day. */
export const formatDateTime = (value: string | number | Date, format: DateFormat): string =>
  formatDate(value, { ...format, pattern: format.pattern ?? `${datePatterns[isLocale(format.locale) ? format.locale : 'en']} HH:mm` })

/**
 * How long ago or ahead, in one unit: seconds up to 50 s, minutes to 55 min, hours to 23 h, days to 29 days, months to
 * 11.5 months, then years. en `50 seconds ago`, fa `۵۰ ثانیه پیش`.
 */
export function relativeTime(then: string | number | Date, now: string | number | Date, locale: string): string {
  const difference = new Date(then).getTime() - new Date(now).getTime()
  if (Number.isNaN(difference)) return String(then)
  const [count, unit] = relativeUnit(Math.abs(difference) / 1000)
  const text = new Intl.RelativeTimeFormat(intlTag(locale), { numeric: 'always' }).format(difference > 0 ? count : -count, unit)
  // CLDR says "دیگر" for days and "بعد" for all other units; here one list shows both.
  return locale === 'fa' ? text.replace(/ بعد$/, ' دیگر') : text
}

function relativeUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const atLeastOne = (value: number) => Math.max(1, Math.round(value))
  const days = seconds / 86_400
  const months = days / 30.436875
  if (Math.round(seconds) <= 50) return [Math.round(seconds), 'second']
  if (atLeastOne(seconds / 60) <= 55) return [atLeastOne(seconds / 60), 'minute']
  if (atLeastOne(seconds / 3600) <= 23) return [atLeastOne(seconds / 3600), 'hour']
  if (atLeastOne(days) <= 29) return [atLeastOne(days), 'day']
  return months <= 11.5 ? [Math.min(11, atLeastOne(months)), 'month'] : [atLeastOne(months / 12), 'year']
}

/**
 * Reads a typed date as `2024-03-20`; undefined if the text is not a date. The year comes first, or a month's name is in
 * the middle. Digits may be of any script, and `/ - . space` may separate the parts. In the Jalali calendar a year above
 * 1700 is read as a Gregorian year. A day before 1600 is accepted only with `early`: without it, it is taken for a
 * typing error or a date of another calendar.
 */
export function parseDate(
  text: string,
  { early = false, ...options }: { locale?: string; calendar?: Calendar; early?: boolean } = {},
): string | undefined {
  const day = readDate(text, options)
  return early || day === undefined || day >= '1600' ? day : undefined
}

function readDate(
  text: string,
  { locale = 'en', calendar = calendarOf(locale) }: { locale?: string; calendar?: Calendar },
): string | undefined {
  if (text.length > 100) return undefined
  const parts = toLatinDigits(text)
    .replace(/[\u200e\u200f]/g, '')
    .replace(/[,،]/g, ' ')
    .trim()
    .split(/[/\-.\s]+/)
    .filter((part) => part !== '')
  if (parts.length !== 3) return undefined
  const named = parts.findIndex((part) => !/^\d+$/.test(part))
  if (named >= 0) {
    const month = monthNames(locale, calendar).findIndex((name) => foldText(name) === foldText(parts[named]!))
    if (month < 0) return undefined
    const [first = '', second = ''] = parts.filter((_, index) => index !== named)
    return isoOf(first.length === 4 ? [first, month + 1, second] : [second, month + 1, first], calendar)
  }
  if (parts[0]!.length === 4) return isoOf([parts[0]!, Number(parts[1]), parts[2]!], calendar)
  return undefined
}

function isoOf([yearText, month, dayText]: [string, number, string], calendar: Calendar): string | undefined {
  if (!/^\d{4}$/.test(yearText) || !/^\d{1,2}$/.test(dayText)) return undefined
  const day = { year: Number(yearText), month, day: Number(dayText) }
  const written: Calendar = calendar === 'jalali' && day.year <= 1700 ? 'jalali' : 'gregorian'
  return isDay(written, day) ? isoDate(day, written) : undefined
}
