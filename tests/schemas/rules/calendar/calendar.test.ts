import { describe, expect, it } from 'vitest'
import {
  dayOf,
  formatDate,
  formatDateTime,
  isLeapYear,
  isoDate,
  monthLength,
  parseDate,
  relativeTime,
  toGregorian,
  toJalali,
} from '#schemas/rules/calendar/calendar.ts'
import { locales } from '#schemas/rules/locales.ts'

const intl = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })

describe('the adapter', () => {
  it("agrees with Intl's persian calendar on each day from 1900 to 2100, both ways", () => {
    const wrong: string[] = []
    for (let time = Date.UTC(1900, 0, 1); time <= Date.UTC(2100, 11, 31); time += 86_400_000) {
      const date = new Date(time)
      const gregorian = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      const parts = Object.fromEntries(intl.formatToParts(date).map((part) => [part.type, part.value]))
      const ours = toJalali(gregorian)
      const back = toGregorian(ours)
      if (`${ours.year}-${ours.month}-${ours.day}` !== `${parts.year}-${parts.month}-${parts.day}` || isoDate(back) !== isoDate(gregorian))
        wrong.push(`${isoDate(gregorian)} ${JSON.stringify(ours)}`)
    }
    expect(wrong).toEqual([])
  })
  it('knows leap years and month lengths', () => {
    expect([1399, 1403, 1408].map((year) => isLeapYear('jalali', year))).toEqual([true, true, true])
    expect([1400, 1402, 1404].map((year) => isLeapYear('jalali', year))).toEqual([false, false, false])
    expect([
      monthLength('jalali', 1403, 12),
      monthLength('jalali', 1404, 12),
      monthLength('jalali', 1404, 6),
      monthLength('gregorian', 1900, 2),
    ]).toEqual([30, 29, 31, 28])
  })
})

describe('formatDate', () => {
  it('writes Jalali dates in Persian and Gregorian ones in English', () => {
    expect(formatDate('2024-03-20', { locale: 'fa' })).toBe('۰۱ فروردین ۱۴۰۳')
    expect(formatDate('2024-03-21', { locale: 'fa' })).toBe('۰۲ فروردین ۱۴۰۳')
    expect(formatDate('2024-03-05', { locale: 'en' })).toBe('March 05, 2024')
    expect(formatDate('2024-01-15', { locale: 'fa' })).toBe('۲۵ دی ۱۴۰۲')
    expect(formatDate('2024-03-05', { locale: 'de' })).toBe('05. März 2024')
    expect(formatDate('2024-03-05', { locale: 'ru' })).toContain('марта')
  })
  it('shows an instant in the zone of the reader', () => {
    expect(formatDateTime('2024-03-19T21:00:00Z', { locale: 'fa', timeZone: 'Asia/Tehran' })).toBe('۰۱ فروردین ۱۴۰۳ ۰۰:۳۰')
    expect(formatDate('2024-03-19T21:00:00Z', { locale: 'en', timeZone: 'UTC', pattern: 'HH:mm - YYYY/MM/DD' })).toBe('21:00 - 2024/03/19')
    expect(dayOf('2024-03-19T21:00:00Z', { timeZone: 'Asia/Tehran', calendar: 'jalali' })).toEqual({ year: 1403, month: 1, day: 1 })
  })
  it('leaves what is no date as it is', () => expect(formatDate('soon', { locale: 'fa' })).toBe('soon'))
})

describe('relativeTime', () => {
  const now = Date.UTC(2024, 5, 15, 12)
  const ago = (seconds: number, locale = 'en') => relativeTime(now - seconds * 1000, now, locale)
  const minute = 60,
    hour = 3600,
    day = 86_400
  it.each([
    [50, '50 seconds ago'],
    [51, '1 minute ago'],
    [55 * minute, '55 minutes ago'],
    [56 * minute, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [24 * hour, '1 day ago'],
    [29 * day, '29 days ago'],
    [30 * day, '1 month ago'],
    [335 * day, '11 months ago'],
    [349 * day, '11 months ago'],
    [366 * day, '1 year ago'],
    [800 * day, '2 years ago'],
  ])('%d s ago is %s', (seconds, text) => expect(ago(seconds)).toBe(text))
  it('speaks every locale, in its digits', () => {
    expect(ago(50, 'fa')).toBe('۵۰ ثانیه پیش')
    expect(ago(50, 'ar')).toContain('٥٠')
    for (const locale of locales) expect(ago(5 * hour, locale)).toMatch(/[5۵٥]/)
    expect(relativeTime(now + 120_000, now, 'en')).toBe('in 2 minutes')
    expect([3, 3 * 3600, 3 * 86_400, 95 * 86_400].map((seconds) => ago(-seconds, 'fa'))).toEqual([
      '۳ ثانیه دیگر',
      '۳ ساعت دیگر',
      '۳ روز دیگر',
      '۳ ماه دیگر',
    ])
  })
})

describe('parseDate', () => {
  it('takes a year of another age for a mistake, unless it may be one', () => {
    expect([
      parseDate('1403/01/31', { locale: 'en' }),
      parseDate('0205/01/31', { locale: 'en' }),
      parseDate('0403/01/31', { locale: 'fa' }),
      parseDate('1600/01/01', { locale: 'en' }),
    ]).toEqual([undefined, undefined, undefined, '1600-01-01'])
    expect(parseDate('1403/01/31', { locale: 'en', early: true })).toBe('1403-01-31')
    expect(parseDate('1403/01/31', { locale: 'en', calendar: 'jalali' })).toBe('2024-04-19')
  })
  it('takes typed Jalali dates in any digits', () => {
    expect(parseDate('۱۴۰۳/۱/۱', { locale: 'fa' })).toBe('2024-03-20')
    expect(parseDate('1 فروردين 1403', { locale: 'fa' })).toBe('2024-03-20')
    expect(parseDate('2024-03-20', { locale: 'fa' })).toBe('2024-03-20')
    expect(parseDate('March 5, 2024', { locale: 'en' })).toBe('2024-03-05')
  })
  it('refuses days that do not exist', () => {
    expect(['1404/12/30', '1403/13/1', '1403/0/1', 'x', '1403/7/31'].map((text) => parseDate(text, { locale: 'fa' }))).toEqual(
      Array(5).fill(undefined),
    )
  })
})

describe('the clock of a zone', () => {
  const zones = ['Asia/Tehran', 'Africa/Casablanca', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo', 'UTC']
  it.each(zones)('%s is what Intl says, before, at and after every change', (timeZone) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const wrong: string[] = []
    // Every seven hours of twenty years: each of the days in which a clock is changed is met several times.
    for (let time = Date.UTC(2008, 0, 1, 0, 59, 59); time < Date.UTC(2028, 0, 1); time += 7 * 3_600_000) {
      const ours = formatDateTime(time, { locale: 'en', timeZone, pattern: 'DD/MM/YYYY, HH:mm:ss' })
      if (ours !== format.format(time)) wrong.push(`${new Date(time).toISOString()}: ${ours}`)
    }
    expect(wrong).toEqual([])
  })
})
