import { useEffect, useMemo, useState } from 'react'
import { calendarOf, dayOf, isoDate, weekStartOf, type CalendarDay } from '#schemas/rules/calendar/calendar.ts'
import { subscribeRefresh, useCall, useLocale, type BlockWidgetProps } from '#renderer'
import { DayView, type Booking, type Time } from './day-view.tsx'
import { monthOf } from './month-days.ts'
import { MonthView, type OpenDay } from './month-view.tsx'
import { otherZone } from './other-zone.ts'
import { useTexts } from './use-texts.ts'
import './consultation-calendar.css'

interface CalendarProps extends Record<string, unknown> {
  days: string
  times: string
  book?: string
  cancel?: string
}

/** Days that can be booked, month by month, beside the times and the bookings of the chosen one. */
export default function ConsultationCalendar({ props }: BlockWidgetProps<CalendarProps>) {
  const { days, times, book, cancel } = props
  const { locale, timeZone, t } = useLocale()
  const say = useTexts()
  const [start] = useState(() => isoDate(dayOf(Date.now(), { timeZone }) as CalendarDay))
  const [picked, setPicked] = useState<string>()
  const [focused, setFocused] = useState(start)
  const month = monthOf(focused, calendarOf(locale), weekStartOf(locale))
  const openDays = useCall<OpenDay[]>(days, { from: month.first, count: month.length })
  const { mutate: readDays } = openDays
  const open = useMemo(() => openDays.data && new Map((openDays.data.results ?? []).map((one) => [one.day, one] as const)), [openDays.data])
  /** Until somebody chooses, the first day of this month that has a free time. */
  const chosen = picked ?? [...(open?.values() ?? [])].find(({ free }) => free > 0)?.day ?? start
  const isReady = picked !== undefined || open !== undefined || openDays.error !== undefined
  const dayTimes = useCall<Time[]>(times, isReady ? { day: chosen } : null)
  const { mutate: readTimes } = dayTimes
  useEffect(
    () =>
      subscribeRefresh('screen', () => {
        void readDays()
        void readTimes()
      }),
    [readDays, readTimes],
  )
  const metadata = dayTimes.data?.metadata as { bookings?: Booking[] } | undefined
  const { today, timezone } = (openDays.data?.metadata ?? {}) as { today?: string; timezone?: string }
  const zone = otherZone(timezone, timeZone, locale)

  function choose(day: string): void {
    setPicked(day)
    setFocused(day)
  }
  function focus(day: string): void {
    setPicked(chosen)
    setFocused(day)
  }
  return (
    <div className="cc">
      <div>
        <MonthView focused={focused} chosen={chosen} today={today} open={open} onFocus={focus} onChoose={choose} />
        {openDays.error && !openDays.data && (
          <p className="cc-empty" role="alert">
            {say('days_failed')}{' '}
            <button type="button" className="pf-link" onClick={() => void readDays()}>
              {t('blocks.retry')}
            </button>
          </p>
        )}
        {zone !== undefined && <p className="cc-empty">{say('zone', { zone })}</p>}
        {open?.size === 0 && month.last >= start && <p className="cc-empty">{say('closed_month')}</p>}
      </div>
      <DayView
        day={chosen}
        times={dayTimes.data && (dayTimes.data.results ?? [])}
        bookings={metadata?.bookings ?? []}
        hasFailed={dayTimes.error !== undefined && dayTimes.data === undefined}
        onRetry={() => void readTimes()}
        book={book}
        cancel={cancel}
      />
    </div>
  )
}
