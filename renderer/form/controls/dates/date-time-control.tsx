import { useId, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { DateControl, type DateControlProps } from './date-control.tsx'
import { TimeInput, useTypedTime } from './time-input.tsx'
import { useProblem } from '#renderer/form/controls/use-problem.ts'
import { joinInstant, splitInstant } from '#schemas/rules/calendar/zoned-time.ts'

/** A moment, stored as a UTC instant: a day and a time in the session's zone. */
export function DateTimeControl({ value, onChange, onBlur, setFault, ...day }: DateControlProps) {
  const { t, timeZone, formatDigits } = useLocale()
  const noteId = useId()
  /** A time that was typed before the day, or whose day is being typed again. */
  const [early, setEarly] = useState<string>()
  const [dayProblem, setDayProblem] = useState<string>()
  const wall = splitInstant(value, timeZone)
  const time = wall?.time ?? early
  const typed = useTypedTime(time)
  const lacksDay = value === undefined && early !== undefined
  const note =
    typed.problem ??
    (lacksDay ? t('form.date.unreadable', { example: formatDigits(day.calendar === 'jalali' ? '1403/01/31' : '2024/01/31') }) : undefined)
  useProblem({ setFault }, dayProblem ?? note)

  function takeDay(next: string | undefined): void {
    onChange(next === undefined ? undefined : (joinInstant(next, time ?? '00:00', timeZone) ?? next))
    setEarly(next === undefined ? undefined : time)
  }
  function takeTime(text: string, next: string | undefined): void {
    const isNone = text.trim() === ''
    typed.type(text, isNone && !wall ? undefined : (next ?? time))
    if (wall) {
      if (next !== undefined) onChange(joinInstant(wall.day, next, timeZone))
    } else if (isNone || next !== undefined) setEarly(next)
  }
  return (
    <div className="pf-noted">
      <div className="pf-date-time" role="group" aria-labelledby={`${day.id}-label`}>
        <DateControl {...day} value={wall?.day ?? (value || undefined)} onChange={takeDay} onBlur={onBlur} setFault={setDayProblem} />
        <TimeInput
          name={t('form.date.time', { label: day.label })}
          value={time}
          typed={typed}
          disabled={day.disabled}
          describedBy={note && noteId}
          onType={takeTime}
          onBlur={() => {
            if (typed.text.trim() === '') typed.forget()
            onBlur()
          }}
        />
      </div>
      {note && !day.invalid && (
        <span id={noteId} className="pf-error">
          {note}
        </span>
      )}
    </div>
  )
}
