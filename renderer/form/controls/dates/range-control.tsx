import { useId, useRef, useState } from 'react'
import { calendarOf } from '#schemas/rules/calendar/calendar.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useMedia } from '#renderer/ui/use-media.ts'
import type { DateControlProps } from './date-control.tsx'
import { DayGrid, todayIn } from './day-grid.tsx'
import { CalendarButton, DayInput, useTypedDay } from './day-input.tsx'
import { Popup } from '#renderer/form/controls/popup.tsx'
import { rangePicks } from './range-picks.ts'
import { useProblem } from '#renderer/form/controls/use-problem.ts'

/** `2024-03-20`, either end may be missing. */
export interface DayRange {
  from?: string
  to?: string
}

interface RangeControlProps extends Omit<DateControlProps, 'value' | 'onChange' | 'placeholder'> {
  value: DayRange
  onChange: (range: DayRange) => void
}

const twoMonths = '(min-width: 720px)'
const useIsWide = (): boolean => useMedia(twoMonths)

/** Two days, typed or picked one after the other from two months (one on narrow screens). */
export function RangeControl({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  required,
  invalid,
  describedBy,
  calendar: wanted,
  setFault,
  ...limits
}: RangeControlProps) {
  const { locale, t, timeZone } = useLocale()
  const calendar = wanted ?? calendarOf(locale)
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const [open, setOpen] = useState(false)
  /** The first day of a period of which the second is not picked yet. */
  const [begun, setBegun] = useState<string>()
  const isWide = useIsWide()
  const from = useTypedDay(value.from, label, calendar, limits, (day) => onChange({ ...value, from: day }))
  const to = useTypedDay(value.to, label, calendar, limits, (day) => onChange({ ...value, to: day }))
  const isReversed = from.day !== undefined && to.day !== undefined && to.day < from.day
  const problem = from.problem ?? to.problem ?? (isReversed ? ruleMessage(locale, 'rules.reversed', { label }) : undefined)
  useProblem({ setFault }, from.fault ?? to.fault ?? (isReversed ? problem : undefined))
  const described = [describedBy, problem && noteId].filter(Boolean).join(' ') || undefined

  function close(): void {
    setOpen(false)
    setBegun(undefined)
    input.current?.focus()
  }
  function take(range: DayRange): void {
    from.forget()
    to.forget()
    onChange(range)
  }
  function pick(day: string): void {
    if (begun === undefined) {
      setBegun(day)
      take({ from: day })
    } else {
      take(day < begun ? { from: day, to: begun } : { from: begun, to: day })
      close()
    }
  }
  const shared = { disabled, required, invalid: invalid || isReversed, describedBy: described, onOpen: () => setOpen(true) }
  return (
    <div className="pf-noted">
      <div
        ref={frame}
        className="pf-input pf-date pf-range"
        role="group"
        aria-labelledby={`${id}-label`}
        data-disabled={disabled || undefined}
        data-invalid={invalid || problem !== undefined || undefined}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) {
            setOpen(false)
            setBegun(undefined)
            onBlur()
          }
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.preventDefault()
            event.stopPropagation()
            close()
          }
        }}
      >
        <DayInput {...shared} ref={input} id={id} typed={from} name={t('form.date.from', { label })} hasWords />
        <span aria-hidden="true">–</span>
        <DayInput {...shared} typed={to} name={t('form.date.to', { label })} hasWords />
        {(value.from || value.to) && !required && !disabled && (
          <button
            type="button"
            className="pf-clear"
            aria-label={t('form.select.clear', { label })}
            onClick={() => {
              take({})
              input.current?.focus()
            }}
          >
            ×
          </button>
        )}
        <CalendarButton label={t('form.date.open', { label })} disabled={disabled} open={open} onClick={() => setOpen(!open)} />
        {open && (
          <Popup anchor={frame} className="pf-calendar-popup">
            <div role="dialog" aria-label={t('form.date.open', { label })}>
              <DayGrid
                {...limits}
                calendar={calendar}
                months={isWide ? 2 : 1}
                value={from.day}
                until={to.day}
                onPick={pick}
                picks={rangePicks(todayIn(timeZone), calendar, t)}
                onQuickPick={(wantedPick) => {
                  take({ from: wantedPick.from, to: wantedPick.to })
                  close()
                }}
              />
            </div>
          </Popup>
        )}
      </div>
      {problem && !invalid && (
        <span id={noteId} className="pf-error">
          {problem}
        </span>
      )}
    </div>
  )
}
