import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import {
  calendarOf,
  dayOf,
  formatDate,
  isoDate,
  monthLength,
  monthNames,
  weekStartOf,
  type Calendar,
  type CalendarDay,
} from '#schemas/rules/calendar/calendar.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isDayAllowed, type DayLimits } from './day-limits.ts'
import { MonthTable, monthOf, shiftDays } from './month-table.tsx'

export interface QuickPick {
  title: string
  from: string
  to: string
}

interface DayGridProps extends DayLimits {
  /** `2024-03-20` */
  value: string | undefined
  /** The other end of a period that is being chosen; days between are marked. */
  until?: string
  calendar?: Calendar
  /** Months side by side. */
  months?: 1 | 2
  /** Buttons below the days; today when left out. */
  picks?: readonly QuickPick[]
  onPick: (day: string) => void
  onQuickPick?: (pick: QuickPick) => void
}

/** The day that it is in the session's zone. */
export const todayIn = (timeZone: string): string => isoDate(dayOf(Date.now(), { timeZone }) as CalendarDay)

/** Months of a calendar (Jalali in fa): arrows move by day and week, Page keys by month, Home and End in the week. */
export function DayGrid({ value, until, calendar: wanted, months = 1, picks, onPick, onQuickPick, ...limits }: DayGridProps) {
  const { locale, t, dir, timeZone, formatDigits } = useLocale()
  const calendar = wanted ?? calendarOf(locale)
  const [today] = useState(() => todayIn(timeZone))
  const [focused, setFocused] = useState(value ?? today)
  /** First visible month; it changes when the keyboard leaves the visible months. */
  const [start, setStart] = useState(() => monthOf(value ?? today, calendar).first)
  const frame = useRef<HTMLDivElement>(null)
  const moved = useRef(true)
  const shown = dayOf(start, { calendar }) as CalendarDay
  const names = monthNames(locale, calendar)
  const isAllowed = (iso: string): boolean => isDayAllowed(iso, limits)
  const [low, high] = until !== undefined && value !== undefined && until < value ? [until, value] : [value, until]

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    frame.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  })

  function goTo(day: string): void {
    const { year } = dayOf(day, { calendar }) as CalendarDay
    if (year < 1 || (calendar === 'gregorian' && year > 9998)) return
    setFocused(day)
    if (day < start) setStart(monthOf(day, calendar).first)
    else if (day > monthOf(start, calendar, months - 1).last) setStart(monthOf(day, calendar, 1 - months).first)
  }
  function goMonth(count: number, keepFocus = false): void {
    const { year, month } = monthOf(keepFocus ? focused : start, calendar, count)
    if (year < 1 || (calendar === 'gregorian' && year > 9998)) return
    const { day } = dayOf(focused, { calendar }) as CalendarDay
    moved.current = keepFocus
    const target = isoDate({ year, month, day: Math.min(day, monthLength(calendar, year, month)) }, calendar)
    setFocused(target)
    if (!keepFocus || target < start || target > monthOf(start, calendar, months - 1).last) setStart(monthOf(target, calendar).first)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target as HTMLElement).closest('td')) return
    const forward = dir === 'rtl' ? -1 : 1
    const weekday = (new Date(`${focused}T00:00:00Z`).getUTCDay() - weekStartOf(locale) + 7) % 7
    const steps: Record<string, number> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: 7,
      ArrowUp: -7,
      Home: -weekday,
      End: 6 - weekday,
    }
    if (event.key in steps) {
      event.preventDefault()
      moved.current = true
      goTo(shiftDays(focused, steps[event.key] ?? 0))
    } else if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      goMonth((event.key === 'PageDown' ? 1 : -1) * (event.shiftKey ? 12 : 1), true)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (isAllowed(focused)) onPick(focused)
    }
  }
  function takeYear(text: string): void {
    const year = Number(toLatinDigits(text))
    if (!Number.isInteger(year) || year < 1 || year > 9998 || year === shown.year) return
    goMonth((year - shown.year) * 12)
  }
  const buttons = picks ?? [{ title: t('form.date.today'), from: today, to: today }]

  return (
    <div ref={frame} className="pf-calendar" onKeyDown={onKeyDown}>
      <div className="pf-calendar-head">
        <button type="button" aria-label={t('form.date.previous_month')} onClick={() => goMonth(-1)}>
          ‹
        </button>
        <select
          aria-label={t('form.date.month')}
          value={shown.month}
          onChange={(event) => goMonth(Number(event.target.value) - shown.month)}
        >
          {names.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </select>
        <input
          key={shown.year}
          aria-label={t('form.date.year')}
          className="pf-year"
          inputMode="numeric"
          defaultValue={formatDigits(shown.year)}
          onBlur={(event) => takeYear(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              takeYear(event.currentTarget.value)
            }
          }}
        />
        {months > 1 && (
          <span className="pf-second-month">
            {formatDate(monthOf(start, calendar, 1).first, { locale, calendar, pattern: 'MMMM YYYY' })}
          </span>
        )}
        <button type="button" aria-label={t('form.date.next_month')} onClick={() => goMonth(1)}>
          ›
        </button>
      </div>
      <div className="pf-months">
        {Array.from({ length: months }, (_, index) => monthOf(start, calendar, index)).map(({ year, month, first }) => (
          <MonthTable
            key={first}
            year={year}
            month={month}
            calendar={calendar}
            focused={focused}
            today={today}
            isAllowed={isAllowed}
            onPick={onPick}
            isSelected={(day) => day === value || day === until}
            isBetween={(day) => low !== undefined && high !== undefined && day > low && day < high}
          />
        ))}
      </div>
      <div className="pf-quick-picks">
        {buttons.map((pick) => (
          <button
            key={pick.title}
            type="button"
            className="pk-button pf-today"
            disabled={!isAllowed(pick.from) && !isAllowed(pick.to)}
            onClick={() => (onQuickPick ? onQuickPick(pick) : onPick(pick.from))}
          >
            {pick.title}
          </button>
        ))}
      </div>
    </div>
  )
}
