import { useState, type KeyboardEvent } from 'react'
import {
  calendarOf,
  dayOf,
  formatDate,
  isoDate,
  monthLength,
  monthNames,
  weekdayNames,
  weekStartOf,
  type Calendar,
  type CalendarDay,
} from '#schemas/rules/calendar/calendar.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'

interface MonthCalendarProps {
  locale: string
  /** Chosen ends as `2024-03-20`; empty for none. */
  from: string
  to: string
  /** The day that it is for the reader; the browser's when left out. */
  today?: string
  previousLabel: string
  nextLabel: string
  onPick: (day: string) => void
}

/** One month of the locale's calendar. Arrows go by day and week, PageUp and PageDown by month. */
export function MonthCalendar({ locale, from, to, today: readersToday, previousLabel, nextLabel, onPick }: MonthCalendarProps) {
  const calendar = calendarOf(locale)
  const today = new Date()
  const todayIso = readersToday ?? isoDate({ year: today.getFullYear(), month: today.getMonth() + 1, day: today.getDate() })
  const [shown, setShown] = useState<CalendarDay>(() => dayOf(from || to || todayIso, { calendar }) ?? { year: 2024, month: 1, day: 1 })
  const weekStart = weekStartOf(locale)
  const names = weekdayNames(locale, 'narrow')
  const long = weekdayNames(locale)
  const days = Array.from({ length: monthLength(calendar, shown.year, shown.month) }, (_, index) =>
    isoDate({ ...shown, day: index + 1 }, calendar),
  )
  const blanks = (new Date(days[0] ?? todayIso).getUTCDay() - weekStart + 7) % 7
  const focusable = days.find((day) => day === from || day === to) ?? days.find((day) => day === todayIso) ?? days[0]

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const day = (event.target as HTMLElement).dataset.day
    if (day === undefined) return
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const byDays: Record<string, number> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 7, ArrowUp: -7 }
    const byMonths: Record<string, number> = { PageDown: 1, PageUp: -1 }
    const target = Object.hasOwn(byDays, event.key)
      ? addDays(day, byDays[event.key] ?? 0)
      : Object.hasOwn(byMonths, event.key)
        ? addMonths(day, byMonths[event.key] ?? 0, calendar)
        : null
    if (target === null) return
    event.preventDefault()
    const root = event.currentTarget
    setShown(dayOf(target, { calendar }) ?? shown)
    requestAnimationFrame(() => root.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus())
  }

  return (
    <div className="grid-month" onKeyDown={onKeyDown}>
      <div className="grid-month-head">
        <button
          type="button"
          className="grid-step"
          data-icon="previous"
          aria-label={previousLabel}
          onClick={() => setShown(shiftMonth(shown, -1))}
        />
        <span aria-live="polite">
          {monthNames(locale, calendar)[shown.month - 1]} {localiseDigits(shown.year, locale)}
        </span>
        <button
          type="button"
          className="grid-step"
          data-icon="next"
          aria-label={nextLabel}
          onClick={() => setShown(shiftMonth(shown, 1))}
        />
      </div>
      <div className="grid-days">
        {names.map((_, index) => (
          <abbr key={index} title={long[(index + weekStart) % 7]}>
            {names[(index + weekStart) % 7]}
          </abbr>
        ))}
        {days.map((day, index) => (
          <button
            key={day}
            type="button"
            data-day={day}
            tabIndex={day === focusable ? 0 : -1}
            style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
            aria-label={formatDate(day, { locale, pattern: 'dddd D MMMM YYYY' })}
            aria-pressed={day === from || day === to}
            aria-current={day === todayIso ? 'date' : undefined}
            data-between={from !== '' && to !== '' && day > from && day < to ? true : undefined}
            onClick={() => onPick(day)}
          >
            {localiseDigits(index + 1, locale)}
          </button>
        ))}
      </div>
    </div>
  )
}

const dayMs = 86_400_000

const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

function shiftMonth({ year, month }: CalendarDay, count: number): CalendarDay {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 }
}

function addMonths(day: string, count: number, calendar: Calendar): string {
  const from = dayOf(day, { calendar }) ?? { year: 2024, month: 1, day: 1 }
  const target = shiftMonth(from, count)
  return isoDate({ ...target, day: Math.min(from.day, monthLength(calendar, target.year, target.month)) }, calendar)
}
