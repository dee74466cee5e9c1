import { useEffect, useRef, type KeyboardEvent } from 'react'
import { calendarOf, formatDate, monthNames, weekdayNames, weekStartOf } from '#schemas/rules/calendar/calendar.ts'
import { Icon, useLocale } from '#renderer'
import { dayAfterKey, monthOf, shiftMonth } from './month-days.ts'
import { useTexts } from './use-texts.ts'

export interface OpenDay {
  day: string
  free: number
  /** Times that are still to come: none of them on a day that is over. */
  total: number
}

interface MonthViewProps {
  /** A day of the month that is shown, and the one that the keys are on. */
  focused: string
  chosen: string
  today: string | undefined
  /** Open days by date; undefined while they are read. */
  open: ReadonlyMap<string, OpenDay> | undefined
  onFocus: (day: string) => void
  onChoose: (day: string) => void
}

/** A month in the reader's calendar: each open day says how many of its times are free. */
export function MonthView({ focused, chosen, today, open, onFocus, onChoose }: MonthViewProps) {
  const { locale, dir, t, formatDigits } = useLocale()
  const say = useTexts()
  const calendar = calendarOf(locale)
  const weekStart = weekStartOf(locale)
  const { year, month, weeks } = monthOf(focused, calendar, weekStart)
  const table = useRef<HTMLTableElement>(null)
  const isMovedByKeys = useRef(false)

  useEffect(() => {
    if (!isMovedByKeys.current) return
    isMovedByKeys.current = false
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focused])

  function onKeyDown(event: KeyboardEvent): void {
    const next = dayAfterKey(event.key, focused, { calendar, weekStart, isRtl: dir === 'rtl' })
    if (next === undefined) return
    event.preventDefault()
    isMovedByKeys.current = true
    onFocus(next)
  }
  const stateOf = (day: string): 'free' | 'full' | 'closed' | 'over' => {
    const here = open?.get(day)
    if (here?.total === 0 || (today !== undefined && day < today)) return 'over'
    return here === undefined ? 'closed' : here.free > 0 ? 'free' : 'full'
  }
  const noteOf = (day: string): string => {
    const state = stateOf(day)
    return say(state, state === 'free' ? { count: formatDigits(open!.get(day)!.free) } : {})
  }
  const nameOf = (day: string): string => {
    const name = formatDate(day, { locale, calendar, pattern: 'dddd D MMMM YYYY' })
    return open ? `${name} – ${noteOf(day)}` : name
  }
  const title = `${monthNames(locale, calendar)[month - 1]} ${formatDigits(year)}`

  return (
    <section className="cc-month" aria-label={say('month')}>
      <div className="cc-head">
        <h2 aria-live="polite">{title}</h2>
        {today !== undefined && (
          <button type="button" className="pk-button" onClick={() => onChoose(today)}>
            {t('form.date.today')}
          </button>
        )}
        <button
          type="button"
          className="pk-button cc-turn"
          aria-label={t('form.date.previous_month')}
          onClick={() => onFocus(shiftMonth(focused, -1, calendar))}
        >
          <Icon name="previous" size={16} />
        </button>
        <button
          type="button"
          className="pk-button cc-turn"
          aria-label={t('form.date.next_month')}
          onClick={() => onFocus(shiftMonth(focused, 1, calendar))}
        >
          <Icon name="next" size={16} />
        </button>
      </div>
      <table ref={table} role="grid" aria-label={title} aria-busy={open === undefined} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (index + weekStart) % 7).map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayNames(locale)[weekday]}>
                {weekdayNames(locale, 'short')[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week.find((day) => day !== null) ?? row}>
              {week.map((day, at) =>
                day === null ? (
                  <td key={at} />
                ) : (
                  <td key={at} role="gridcell" aria-selected={day === chosen}>
                    <button
                      type="button"
                      tabIndex={day === focused ? 0 : -1}
                      data-state={open === undefined ? 'waiting' : stateOf(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onChoose(day)}
                    >
                      <span className="pk-visually-hidden">{nameOf(day)}</span>
                      <span aria-hidden className="cc-number">
                        {formatDigits(Number(formatDate(day, { locale: 'en', calendar, pattern: 'D' })))}
                      </span>
                      {open !== undefined && stateOf(day) !== 'closed' && (
                        <span aria-hidden className="cc-note">
                          {noteOf(day)}
                        </span>
                      )}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
