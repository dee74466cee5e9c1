import {
  dayOf,
  formatDate,
  isoDate,
  monthLength,
  monthNames,
  weekStartOf,
  weekdayNames,
  type Calendar,
} from '#schemas/rules/calendar/calendar.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

interface MonthTableProps {
  year: number
  month: number
  calendar: Calendar
  /** The day that the keys are on. */
  focused: string
  today: string
  isSelected: (day: string) => boolean
  isBetween: (day: string) => boolean
  isAllowed: (day: string) => boolean
  onPick: (day: string) => void
}

/** The days of one month in weeks, each a button named in full; days that may not be picked stay in reach of the keys. */
export function MonthTable({ year, month, calendar, focused, today, isSelected, isBetween, isAllowed, onPick }: MonthTableProps) {
  const { locale, formatDigits } = useLocale()
  const first = isoDate({ year, month, day: 1 }, calendar)
  const length = monthLength(calendar, year, month)
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() - weekStartOf(locale) + 7) % 7
  const weeks = Array.from({ length: Math.ceil((lead + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => week * 7 + day - lead + 1),
  )
  return (
    <table role="grid" aria-label={`${monthNames(locale, calendar)[month - 1]} ${formatDigits(year)}`}>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => (index + weekStartOf(locale)) % 7).map((day) => (
            <th key={day} scope="col" abbr={weekdayNames(locale)[day]}>
              {weekdayNames(locale, 'narrow')[day]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              if (day < 1 || day > length) return <td key={day} />
              const iso = shiftDays(first, day - 1)
              return (
                <td key={day} role="gridcell" aria-selected={isSelected(iso)} data-between={isBetween(iso) || undefined}>
                  <button
                    type="button"
                    tabIndex={iso === focused ? 0 : -1}
                    aria-disabled={!isAllowed(iso) || undefined}
                    aria-current={iso === today ? 'date' : undefined}
                    aria-label={formatDate(iso, { locale, calendar, pattern: 'dddd D MMMM YYYY' })}
                    onClick={() => {
                      if (isAllowed(iso)) onPick(iso)
                    }}
                  >
                    {formatDigits(day)}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `shiftDays('2024-02-28', 2) === '2024-03-01'` */
export const shiftDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** First day and length of the month that is `by` months away from that of a day. */
export function monthOf(iso: string, calendar: Calendar, by = 0): { year: number; month: number; first: string; last: string } {
  const day = dayOf(iso, { calendar })!
  const index = day.year * 12 + day.month - 1 + by
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return {
    year,
    month,
    first: isoDate({ year, month, day: 1 }, calendar),
    last: isoDate({ year, month, day: monthLength(calendar, year, month) }, calendar),
  }
}
