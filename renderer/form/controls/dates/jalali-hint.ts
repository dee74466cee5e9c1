import { formatDate, parseDate } from '#schemas/rules/calendar/calendar.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'

/**
 * A sentence for a Jalali day typed where a Gregorian one is expected, with that day in the Gregorian calendar;
 * undefined for any other text.
 */
export function jalaliHint(
  text: string,
  { locale, t, formatDigits }: Pick<LocaleFormats, 'locale' | 't' | 'formatDigits'>,
): string | undefined {
  const year = /^\s*(1[2-5]\d\d)\D/.exec(toLatinDigits(text))?.[1]
  const day = year === undefined ? undefined : parseDate(text, { locale, calendar: 'jalali' })
  return day === undefined
    ? undefined
    : t('form.date.jalali', { year: formatDigits(year!), day: formatDate(day, { locale, calendar: 'gregorian', pattern: 'YYYY/MM/DD' }) })
}
