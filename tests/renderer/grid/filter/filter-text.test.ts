import { describe, expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { describeCondition, relativeRangeTitle } from '#renderer/grid/filter/filter-text.ts'
import en from '#renderer/locale/messages/en.json'
import fa from '#renderer/locale/messages/fa.json'
import type { WhereOperator } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'

const files: Record<string, object> = { en, fa }
const formatsOf = (locale: string) =>
  createCellFormats({
    locale,
    timeZone: 'Asia/Tehran',
    actionTitle: () => '',
    href: () => null,
    t: (key, values = {}) =>
      String(key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], files[locale])).replace(
        /\{(\w+)\}/g,
        (_, name: string) => String(values[name]),
      ),
  })
const filterOf = (kind: GridFilter['kind']): GridFilter => ({
  key: 'f',
  title: 'F',
  kind,
  options: [
    { value: 'draft', title: 'Draft' },
    { value: 'published', title: 'Published' },
  ],
})

describe('conditions in words', () => {
  test.each<[GridFilter['kind'], WhereOperator, string[], string, string]>([
    ['number-range', 'between', ['1000', '2000'], '1,000 to 2,000', '۱٬۰۰۰ تا ۲٬۰۰۰'],
    ['number-range', 'between', ['10', ''], 'from 10', 'از ۱۰'],
    ['number-range', 'is_not', ['10'], 'not 10', 'جز ۱۰'],
    ['select', 'none_of', ['draft'], 'none of Draft', 'هیچ‌کدام از Draft'],
    ['select', 'any_of', ['draft', 'gone'], 'Draft, gone', 'Draft، gone'],
    ['text', 'contains', ['foo'], 'contains “foo”', 'شامل «foo»'],
    ['boolean', 'is', ['0'], 'No', 'خیر'],
    ['date-range', 'between', ['2024-03-20', '2024-03-20'], 'March 20, 2024', '۰۱ فروردین ۱۴۰۳'],
    ['date-range', 'within', ['this-month.jalali'], 'this month (Jalali)', 'این ماه'],
    ['date-range', 'within', ['last-week.sat'], 'last week (from Saturday)', 'هفتهٔ گذشته'],
    ['date-range', 'within', ['last-7-days'], 'last 7 days', '۷ روز گذشته'],
    ['text', 'empty', [], 'is empty', 'خالی است'],
  ])('%s %s %j', (kind, operator, values, english, persian) => {
    expect(describeCondition(filterOf(kind), { operator, values }, formatsOf('en'))).toBe(english)
    expect(describeCondition(filterOf(kind), { operator, values }, formatsOf('fa'))).toBe(persian)
  })

  test('a Gregorian month is told to a Persian reader, and what is no range stays as it is written', () => {
    expect(relativeRangeTitle('this-month.gregorian', formatsOf('fa'))).toBe('این ماه (میلادی)')
    expect(relativeRangeTitle('some-day', formatsOf('en'))).toBe('some-day')
  })
})
