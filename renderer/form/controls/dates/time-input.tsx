import { useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { parseTime, stepTime } from '#schemas/rules/calendar/zoned-time.ts'

/** The text of a time field while it is typed and afterwards. */
export function useTypedTime(value: string | undefined) {
  const { t, formatDigits } = useLocale()
  const [typing, setTyping] = useState<{ text: string; value: string | undefined }>()
  // The form's value either comes from this field, or it was changed elsewhere since.
  const typed = typing?.value === value ? typing?.text : undefined
  const isUnreadable = typed === undefined ? value !== undefined && !isTime(value) : typed.trim() !== '' && parseTime(typed) === undefined
  return {
    text: typed ?? (value === undefined ? '' : formatDigits(value)),
    problem: isUnreadable ? t('form.date.unreadable_time', { example: formatDigits('14:30') }) : undefined,
    /** Sets the typed text; `held` is the form's value for it. */
    type: (text: string, held: string | undefined): void => setTyping({ text, value: held }),
    settle: () => setTyping(isUnreadable && typed !== undefined ? { text: formatDigits(typed), value } : undefined),
    forget: () => setTyping(undefined),
  }
}

/** `08:30`, or with seconds and an offset, as other systems store it. */
const isTime = (text: string): boolean =>
  parseTime(text) !== undefined || (/^\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)?$/i.test(text) && parseTime(text.slice(0, 5)) !== undefined)

interface TimeInputProps {
  id?: string
  name?: string
  /** `08:05` */
  value: string | undefined
  typed: ReturnType<typeof useTypedTime>
  /** Minutes that an arrow key adds or takes. */
  step?: number
  disabled: boolean
  required?: boolean
  invalid?: boolean
  describedBy?: string
  /** Called with the typed text: `08:05`, invalid text unchanged, or undefined if empty. */
  onType: (text: string, time: string | undefined) => void
  onBlur: () => void
}

/** A time of day, typed in any digits (`8`, `8:5`, `۰۸:۰۵`), or moved by the arrow keys. */
export function TimeInput({ id, name, value, typed, step = 15, disabled, required, invalid, describedBy, onType, onBlur }: TimeInputProps) {
  const { t, formatDigits } = useLocale()
  return (
    <input
      id={id}
      className="pf-input pf-time"
      type="text"
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      aria-label={name}
      placeholder={disabled ? noValue : t('form.date.time_pattern')}
      aria-required={required || undefined}
      aria-invalid={invalid || typed.problem !== undefined || undefined}
      aria-describedby={describedBy}
      value={typed.text}
      onChange={({ target: { value: text } }) => onType(text, parseTime(text))}
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const next = stepTime(parseTime(value ?? '') ?? '00:00', event.key === 'ArrowUp' ? step : -step)
        onType(formatDigits(next), next)
      }}
      onBlur={() => {
        typed.settle()
        onBlur()
      }}
    />
  )
}
