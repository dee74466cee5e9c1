import dayjs from 'dayjs'
import jalaliday from 'jalaliday/dayjs'
import { describe, expect, it } from 'vitest'
import { isLeapYear, toJalali } from '#schemas/rules/calendar/calendar.ts'

dayjs.extend(jalaliday)

/** Years from 1950 to 2050, a day of each month. */
const days = Array.from({ length: 101 * 12 }, (_, at) => ({ year: 1950 + Math.floor(at / 12), month: (at % 12) + 1, day: (at % 28) + 1 }))
const text = ({ year, month, day }: { year: number; month: number; day: number }) =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
const byLibrary = (day: (typeof days)[number]) => dayjs(text(day)).calendar('jalali').format('YYYY-MM-DD')

describe('the calendar of the panel and that of jalaliday', () => {
  const isWrongThere = ({ year, month }: (typeof days)[number]) => isLeapYear('gregorian', year) && month <= 2
  it('agree but for January and February of Gregorian leap years', () => {
    const differing = days.filter((day) => !isWrongThere(day) && byLibrary(day) !== text(toJalali(day)))
    expect(differing).toEqual([])
  })
})
