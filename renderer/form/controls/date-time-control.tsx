import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { DateControl, type DateControlProps } from './date-control.tsx'
import { TimeInput } from './time-input.tsx'
import { joinInstant, splitInstant } from './zoned-time.ts'

/** A moment, kept as an instant in UTC: a day and a time in the session's zone. */
export function DateTimeControl({ value, onChange, onBlur, ...day }: DateControlProps) {
  const { t, timeZone } = useLocale()
  /** A time that was typed before there was a day. */
  const [early, setEarly] = useState<string>()
  const wall = splitInstant(value, timeZone)

  function takeDay(next: string | undefined): void {
    onChange(next === undefined ? undefined : (joinInstant(next, wall?.time ?? early ?? '00:00', timeZone) ?? next))
  }
  function takeTime(time: string | undefined, isTime: boolean): void {
    if (!isTime || time === undefined) return
    if (wall) onChange(joinInstant(wall.day, time, timeZone))
    else setEarly(time)
  }
  return (
    <div className="pf-date-time" role="group" aria-labelledby={`${day.id}-label`}>
      <DateControl {...day} value={wall?.day ?? (value || undefined)} onChange={takeDay} onBlur={onBlur} />
      <TimeInput name={t('form.date.time', { label: day.label })} value={wall?.time ?? early} disabled={day.disabled} onChange={takeTime} onBlur={onBlur} />
    </div>
  )
}
