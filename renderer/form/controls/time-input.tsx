import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { parseTime, stepTime } from './zoned-time.ts'

interface TimeInputProps {
  id?: string
  name?: string
  /** `08:05` */
  value: string | undefined
  /** Minutes that an arrow key adds or takes. */
  step?: number
  disabled: boolean
  required?: boolean
  invalid?: boolean
  describedBy?: string
  /** Hands on what is typed as a time, and text that is none as it is. */
  onChange: (time: string | undefined, isTime: boolean) => void
  onBlur: () => void
}

/** A time of day, typed in any digits (`8`, `8:5`, `۰۸:۰۵`), or moved by the arrow keys. */
export function TimeInput({ id, name, value, step = 15, disabled, required, invalid, describedBy, onChange, onBlur }: TimeInputProps) {
  const { formatDigits } = useLocale()
  const [typed, setTyped] = useState<string>()
  const isUnreadable = typed !== undefined && typed.trim() !== '' && parseTime(typed) === undefined
  return (
    <input
      id={id} className="pf-input pf-time" type="text" dir="ltr" inputMode="numeric" autoComplete="off" disabled={disabled} aria-label={name} placeholder={formatDigits('00:00')}
      aria-required={required || undefined} aria-invalid={invalid || isUnreadable || undefined} aria-describedby={describedBy}
      value={typed ?? (value === undefined ? '' : formatDigits(value))}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const time = parseTime(text)
        onChange(time ?? (text.trim() || undefined), time !== undefined)
      }}
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        setTyped(undefined)
        onChange(stepTime(parseTime(value ?? '') ?? '00:00', event.key === 'ArrowUp' ? step : -step), true)
      }}
      onBlur={() => { if (!isUnreadable) setTyped(undefined); onBlur() }}
    />
  )
}
