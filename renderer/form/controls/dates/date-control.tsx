import { useId, useRef, useState } from 'react'
import { calendarOf, type Calendar } from '#schemas/rules/calendar/calendar.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { DayGrid } from './day-grid.tsx'
import { CalendarButton, DayInput, useTypedDay } from './day-input.tsx'
import type { DayLimits } from './day-limits.ts'
import { Popup } from '#renderer/form/controls/popup.tsx'
import { useProblem } from '#renderer/form/controls/use-problem.ts'

export interface DateControlProps extends DayLimits {
  id: string
  label: string
  /** `2024-03-20` */
  value: string | undefined
  onChange: (day: string | undefined) => void
  onBlur: () => void
  disabled: boolean
  required: boolean
  invalid: boolean
  describedBy?: string
  placeholder?: string
  /** That of the locale when left out. */
  calendar?: Calendar
  setFault?: FieldWidgetProps['setFault']
}

/** A day, typed or picked: shown in a calendar and the locale's digits, stored as an ISO date. */
export function DateControl({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  required,
  invalid,
  describedBy,
  placeholder,
  calendar: wanted,
  setFault,
  ...limits
}: DateControlProps) {
  const { locale, t } = useLocale()
  const calendar = wanted ?? calendarOf(locale)
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const [open, setOpen] = useState(false)
  const typed = useTypedDay(value, label, calendar, limits, onChange)
  useProblem({ setFault }, typed.fault)

  function close(): void {
    setOpen(false)
    input.current?.focus()
  }
  return (
    <div className="pf-noted">
      <div
        ref={frame}
        className="pf-input pf-date"
        data-disabled={disabled || undefined}
        data-invalid={invalid || typed.problem !== undefined || undefined}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) {
            setOpen(false)
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
        <DayInput
          ref={input}
          id={id}
          typed={typed}
          disabled={disabled}
          required={required}
          invalid={invalid}
          placeholder={placeholder}
          hasWords
          onOpen={() => setOpen(true)}
          describedBy={[describedBy, typed.problem && noteId].filter(Boolean).join(' ') || undefined}
        />
        {value && !required && !disabled && (
          <button
            type="button"
            className="pf-clear"
            aria-label={t('form.select.clear', { label })}
            onClick={() => {
              typed.forget()
              onChange(undefined)
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
                value={typed.day}
                onPick={(day) => {
                  typed.forget()
                  onChange(day)
                  close()
                }}
              />
            </div>
          </Popup>
        )}
      </div>
      {typed.problem && !invalid && (
        <span id={noteId} className="pf-error">
          {typed.problem}
        </span>
      )}
    </div>
  )
}
