import { useState } from 'react'
import { DateControl, useLocale, type FieldWidgetProps } from '#renderer'
import { joinInstant, parseTime, splitInstant } from './zoned-time.ts'

interface DateTimeProps extends Record<string, unknown> { min?: string; max?: string }

export default function DateTimeField({ id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, props }: FieldWidgetProps<string, DateTimeProps>) {
  const { t, timeZone, formatDigits } = useLocale()
  const [typedTime, setTypedTime] = useState<string>()
  const wall = splitInstant(value ?? undefined, timeZone)
  const off = disabled || readonly
  const day = wall?.day ?? (value || undefined)

  function takeDay(next: string | undefined): void {
    onChange(next === undefined ? undefined : (joinInstant(next, parseTime(typedTime ?? '') ?? wall?.time ?? '00:00', timeZone) ?? next))
  }
  function takeTime(text: string): void {
    setTypedTime(text)
    const time = parseTime(text)
    if (time && wall) onChange(joinInstant(wall.day, time, timeZone))
  }
  return (
    <div className="pf-date-time" role="group" aria-labelledby={`${id}-label`}>
      <DateControl id={id} label={label} value={day} onChange={takeDay} onBlur={onBlur} disabled={off} required={required} invalid={invalid} describedBy={describedBy} placeholder={placeholder} min={props.min?.slice(0, 10)} max={props.max?.slice(0, 10)} />
      <input
        className="pf-input pf-time" type="text" dir="ltr" inputMode="numeric" autoComplete="off" disabled={off} aria-label={t('form.date.time', { label })} placeholder={formatDigits('00:00')}
        value={typedTime ?? (wall ? formatDigits(wall.time) : '')} onChange={(event) => takeTime(event.target.value)} onBlur={() => { if (wall) setTypedTime(undefined); onBlur() }}
      />
    </div>
  )
}
