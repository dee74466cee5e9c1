import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { formatDate, parseDate, type Calendar } from '#schemas/rules/calendar/calendar.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isDayAllowed, type DayLimits } from './day-limits.ts'
import { jalaliHint } from './jalali-hint.ts'
import { isInstant } from '#schemas/rules/calendar/zoned-time.ts'

/** How a day is typed; at rest it reads as it does in lists and details. */
const pattern = 'YYYY/MM/DD'
const isIsoDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The text of a day field while it is typed and afterwards. */
export function useTypedDay(
  value: string | undefined,
  label: string,
  calendar: Calendar,
  limits: DayLimits,
  onChange: (day: string | undefined) => void,
) {
  const formats = useLocale()
  const { locale, t, formatDigits } = formats
  const [typing, setTyping] = useState<{ text: string; value: string | undefined }>()
  // The form's value either comes from this field, or it was changed elsewhere since.
  const typed = typing?.value === value ? typing?.text : undefined
  const asTyped = (day: string): string => formatDate(day, { locale, calendar, pattern })
  const inWords = (day: string): string => formatDate(day, { locale, calendar })
  const parse = (text: string, of = calendar): string | undefined =>
    parseDate(text, { locale, calendar: of, early: limits.min !== undefined && limits.min < '1600' })
  const readable = isIsoDay(value)
  const example = formatDigits(calendar === 'jalali' ? '1403/01/31' : '2024/01/31')
  const unreadable = (typed ?? '').trim() === '' ? value !== undefined && !isInstant(value) : parse(typed ?? '') === undefined

  function problem(): string | undefined {
    if (unreadable)
      return (calendar === 'gregorian' ? jalaliHint(typed ?? value ?? '', formats) : undefined) ?? t('form.date.unreadable', { example })
    if (!readable || isDayAllowed(value, limits)) return undefined
    if (limits.min && value < limits.min) return ruleMessage(locale, 'rules.not_before', { label, date: limits.min })
    if (limits.max && value > limits.max) return ruleMessage(locale, 'rules.not_after', { label, date: limits.max })
    return ruleMessage(locale, 'rules.unavailable_day', { label })
  }
  return {
    day: readable ? value : undefined,
    text: typed ?? (value === undefined ? '' : readable ? asTyped(value) : value),
    /** The day in words, while the user is not typing. */
    words: typed === undefined && readable ? inWords(value) : undefined,
    problem: problem(),
    /** Only unreadable text is an error here; limits are checked by the form. */
    fault: unreadable ? problem() : undefined,
    type(text: string): void {
      // Unreadable text is passed on as it is: it must not be lost, and the old value must not be sent instead.
      const next = parse(text) ?? (text.trim() || undefined)
      setTyping({ text, value: next })
      onChange(next)
    },
    /** Shows the stored value; unreadable text stays so that it can be corrected. */
    settle: () => setTyping(unreadable && typed !== undefined ? { text: formatDigits(typed), value } : undefined),
    forget: () => setTyping(undefined),
  }
}

interface DayInputProps {
  id?: string
  ref?: RefObject<HTMLInputElement | null>
  typed: ReturnType<typeof useTypedDay>
  name?: string
  disabled: boolean
  required: boolean
  invalid: boolean
  describedBy?: string
  placeholder?: string
  /** Reads in words while it has not the focus. */
  hasWords?: boolean
  onOpen: () => void
}

export function DayInput({
  id,
  ref,
  typed,
  name,
  disabled,
  required,
  invalid,
  describedBy,
  placeholder,
  hasWords = false,
  onOpen,
}: DayInputProps) {
  const { t } = useLocale()
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const [isEdited, setEdited] = useState(false)
  const words = hasWords && !isEdited ? typed.words : undefined
  // The digits take the place of the words as a whole, so that the next key replaces them.
  useLayoutEffect(() => {
    if (isEdited && document.activeElement === input.current) input.current?.select()
  }, [isEdited, input])
  return (
    <input
      ref={input}
      id={id}
      type="text"
      dir={words === undefined ? 'ltr' : 'auto'}
      autoComplete="off"
      disabled={disabled}
      value={words ?? typed.text}
      placeholder={disabled ? noValue : (placeholder ?? t('form.date.pattern'))}
      aria-label={name}
      aria-required={required || undefined}
      aria-invalid={invalid || typed.problem !== undefined || undefined}
      aria-describedby={describedBy}
      onChange={(event) => typed.type(event.target.value)}
      onFocus={() => setEdited(true)}
      onBlur={() => {
        setEdited(false)
        typed.settle()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.altKey) {
          event.preventDefault()
          onOpen()
        }
      }}
    />
  )
}

const CalendarIcon = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
    <path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />
  </svg>
)

interface CalendarButtonProps {
  label: string
  disabled?: boolean
  open: boolean
  onClick: () => void
}

/** Opens and closes the calendar of a field. */
export const CalendarButton = ({ label, disabled, open, onClick }: CalendarButtonProps) => (
  <button
    type="button"
    className="pf-open-calendar"
    disabled={disabled}
    aria-label={label}
    aria-haspopup="dialog"
    aria-expanded={open}
    onClick={onClick}
  >
    <CalendarIcon />
  </button>
)
