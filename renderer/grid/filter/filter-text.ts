import { calendarOf, weekStartOf, weekdayNames } from '#schemas/rules/calendar/calendar.ts'
import { parseRelativeRange, relativeRangeWeekDay, type RelativeRange } from '#schemas/rules/calendar/relative-range.ts'
import type { WhereCondition } from '#schemas/rules/conditions/where.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { kindOf } from './terms.ts'

/** Text of a condition after its filter's title: `none of Draft`; `titleOf` returns the titles of remote choices. */
export function describeCondition(
  filter: GridFilter,
  { operator, values }: Pick<WhereCondition, 'operator' | 'values'>,
  formats: CellFormats,
  titleOf: (choice: string) => string = (choice) => choice,
): string {
  const { t } = formats
  const kind = kindOf(filter)
  const [first = '', second = ''] = values
  const number = (value: string) => formats.number(value) ?? value
  const choices = () =>
    list(
      values.map((choice) =>
        kind === 'remote-select' ? titleOf(choice) : (filter.options?.find((option) => String(option.value) === choice)?.title ?? choice),
      ),
      formats,
    )
  switch (operator) {
    case 'empty':
    case 'filled':
      return t(`grid.says.${operator}`)
    case 'any_of':
      return choices()
    case 'none_of':
      return t('grid.says.none_of', { value: choices() })
    case 'between':
      return rangeText(first, second, kind === 'date-range' ? (end) => formats.date(end) ?? end : number, t)
    case 'within':
      return relativeRangeTitle(first, formats)
    case 'is':
    case 'is_not':
      if (kind === 'boolean') return t(first === '1' ? 'grid.yes' : 'grid.no')
      if (kind === 'number-range') return operator === 'is' ? number(first) : t('grid.says.not', { value: number(first) })
      return t(`grid.says.${operator}`, { value: clip(first, 60) })
    default:
      return t(`grid.says.${operator}`, { value: clip(first, 60) })
  }
}

const shownChoices = 3

function list(titles: string[], formats: CellFormats): string {
  const shown = titles
    .slice(0, shownChoices)
    .map((title) => clip(title, 40))
    .join(formats.t('grid.comma'))
  return titles.length > shownChoices ? `${shown} +${formats.number(titles.length - shownChoices)}` : shown
}

function rangeText(from: string, to: string, format: (end: string) => string, t: CellFormats['t']): string {
  if (from !== '' && from === to) return format(from)
  if (to === '') return t('grid.from_value', { value: format(from) })
  return from === '' ? t('grid.to_value', { value: format(to) }) : t('grid.range_value', { from: format(from), to: format(to) })
}

/** `this-month.jalali` in words; a calendar or week other than the reader's own is mentioned. Any other text is returned unchanged. */
export function relativeRangeTitle(text: string, formats: Pick<CellFormats, 't' | 'locale' | 'number'>): string {
  const range = parseRelativeRange(text)
  if (!range) return clip(text, 60)
  const { t, locale } = formats
  if (range.unit === 'days') return t('grid.ranges.last_days', { count: formats.number(range.count) ?? range.count })
  const title = t(`grid.ranges.${range.which}_${range.unit}`)
  const aside = asideOf(range, locale, t)
  return aside === null ? title : t('grid.ranges.aside', { range: title, aside })
}

function asideOf(range: Exclude<RelativeRange, { unit: 'days' }>, locale: string, t: CellFormats['t']): string | null {
  if (range.unit === 'day') return null
  if (range.unit !== 'week') return range.calendar === calendarOf(locale) ? null : t(`grid.ranges.${range.calendar}`)
  const day = relativeRangeWeekDay(range.start)
  return day === weekStartOf(locale) ? null : t('grid.ranges.from_day', { day: weekdayNames(locale)[day] })
}
