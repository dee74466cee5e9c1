import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { calendarOf, dayOf, formatDate, isoDate, monthLength, monthNames, weekStartOf, weekdayNames, type CalendarDay } from '#schemas/rules/calendar.ts'
import { toLatinDigits } from '#schemas/rules/digits.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

interface DayGridProps {
  /** `2024-03-20` */
  value: string | undefined
  onPick: (day: string) => void
  min?: string
  max?: string
}

const dayMs = 86_400_000
const shift = (iso: string, days: number): string => new Date(Date.parse(`${iso}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** One month of the locale's calendar (Jalali in fa): arrows move by day and week, Page keys by month, Home and End in the week. */
export function DayGrid({ value, onPick, min, max }: DayGridProps) {
  const { locale, t, dir, timeZone, formatDigits } = useLocale()
  const calendar = calendarOf(locale)
  const [today] = useState(() => isoDate(dayOf(Date.now(), { timeZone }) as CalendarDay))
  const [focused, setFocused] = useState(value ?? today)
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(true)
  const shown = dayOf(focused, { calendar }) as CalendarDay
  const first = isoDate({ ...shown, day: 1 }, calendar)
  const length = monthLength(calendar, shown.year, shown.month)
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() - weekStartOf(locale) + 7) % 7
  const weeks = Array.from({ length: Math.ceil((lead + length) / 7) }, (_, week) => Array.from({ length: 7 }, (__, day) => week * 7 + day - lead + 1))
  const names = monthNames(locale, calendar)
  const allowed = (iso: string): boolean => (!min || iso >= min) && (!max || iso <= max)

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })

  function goMonth(months: number, keepFocus = false): void {
    const index = shown.year * 12 + shown.month - 1 + months
    const year = Math.floor(index / 12)
    const month = index - year * 12 + 1
    if (year < 1 || (calendar === 'gregorian' && year > 9998)) return
    moved.current = keepFocus
    setFocused(isoDate({ year, month, day: Math.min(shown.day, monthLength(calendar, year, month)) }, calendar))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const forward = dir === 'rtl' ? -1 : 1
    const weekday = (new Date(`${focused}T00:00:00Z`).getUTCDay() - weekStartOf(locale) + 7) % 7
    const steps: Record<string, number> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 7, ArrowUp: -7, Home: -weekday, End: 6 - weekday }
    if (event.key in steps) { event.preventDefault(); moved.current = true; setFocused(shift(focused, steps[event.key] ?? 0)) }
    else if (event.key === 'PageDown' || event.key === 'PageUp') { event.preventDefault(); goMonth((event.key === 'PageDown' ? 1 : -1) * (event.shiftKey ? 12 : 1), true) }
    else if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); if (allowed(focused)) onPick(focused) }
  }

  return (
    <div className="pf-calendar">
      <div className="pf-calendar-head">
        <button type="button" aria-label={t('form.date.previous_month')} onClick={() => goMonth(-1)}>‹</button>
        <select aria-label={t('form.date.month')} value={shown.month} onChange={(event) => goMonth(Number(event.target.value) - shown.month)}>
          {names.map((name, index) => <option key={name} value={index + 1}>{name}</option>)}
        </select>
        <input
          key={shown.year} aria-label={t('form.date.year')} className="pf-year" inputMode="numeric" defaultValue={formatDigits(shown.year)}
          onBlur={(event) => takeYear(event.target.value)} onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); takeYear(event.currentTarget.value) } }}
        />
        <button type="button" aria-label={t('form.date.next_month')} onClick={() => goMonth(1)}>›</button>
      </div>
      <table ref={table} role="grid" aria-label={`${names[shown.month - 1]} ${formatDigits(shown.year)}`} onKeyDown={onKeyDown}>
        <thead><tr>{Array.from({ length: 7 }, (_, index) => (index + weekStartOf(locale)) % 7).map((day) => <th key={day} scope="col" abbr={weekdayNames(locale)[day]}>{weekdayNames(locale, 'narrow')[day]}</th>)}</tr></thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (day < 1 || day > length) return <td key={day} />
                const iso = shift(first, day - 1)
                return (
                  <td key={day} role="gridcell" aria-selected={iso === value}>
                    <button
                      type="button" tabIndex={iso === focused ? 0 : -1} disabled={!allowed(iso)} aria-current={iso === today ? 'date' : undefined}
                      aria-label={formatDate(iso, { locale, pattern: 'dddd D MMMM YYYY' })} onClick={() => onPick(iso)}
                    >{formatDigits(day)}</button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="pk-button pf-today" disabled={!allowed(today)} onClick={() => onPick(today)}>{t('form.date.today')}</button>
    </div>
  )

  function takeYear(text: string): void {
    const year = Number(toLatinDigits(text))
    if (!Number.isInteger(year) || year < 1 || year > 9998 || year === shown.year) return
    goMonth((year - shown.year) * 12)
  }
}


