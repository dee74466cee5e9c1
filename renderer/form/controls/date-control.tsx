import { useRef, useState } from 'react'
import { formatDate, parseDate } from '#schemas/rules/calendar.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { DayGrid } from './day-grid.tsx'
import { Popup } from './popup.tsx'

interface DateControlProps {
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
  min?: string
  max?: string
}

const pattern = 'YYYY/MM/DD'

/** A day, typed or taken from a month: shown in the locale's calendar and digits, kept as an ISO date. */
export function DateControl({ id, label, value, onChange, onBlur, disabled, required, invalid, describedBy, placeholder, min, max }: DateControlProps) {
  const { locale, t, formatDigits } = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const readable = value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value)
  const shown = value === undefined ? '' : readable ? formatDate(value, { locale, pattern }) : value
  const unreadable = typed !== undefined && typed.trim() !== '' && parseDate(typed, { locale }) === undefined

  function type(text: string): void {
    setTyped(text)
    const day = parseDate(text, { locale })
    // What cannot be read goes on as it is, so that the rules say so and nothing old is sent in its place.
    onChange(day ?? (text.trim() || undefined))
  }
  function close(): void {
    setOpen(false)
    input.current?.focus()
  }

  return (
    <div
      ref={frame} className="pf-input pf-date" data-disabled={disabled || undefined} data-invalid={invalid || unreadable || undefined}
      onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) { setOpen(false); if (!unreadable) setTyped(undefined); onBlur() } }}
      onKeyDown={(event) => { if (event.key === 'Escape' && open) { event.preventDefault(); event.stopPropagation(); close() } }}
    >
      <input
        ref={input} id={id} type="text" dir="ltr" autoComplete="off" disabled={disabled} value={typed ?? shown}
        placeholder={placeholder ?? formatDigits(locale === 'fa' ? '1403/01/31' : '2024/01/31')}
        aria-required={required || undefined} aria-invalid={invalid || unreadable || undefined} aria-describedby={describedBy}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => { if (event.key === 'ArrowDown' && event.altKey) { event.preventDefault(); setOpen(true) } }}
      />
      {value && !required && !disabled && <button type="button" className="pf-clear" aria-label={t('form.select.clear', { label })} onClick={() => { setTyped(undefined); onChange(undefined); input.current?.focus() }}>×</button>}
      <button type="button" className="pf-open-calendar" disabled={disabled} aria-label={t('form.date.open', { label })} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true"><path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" /></svg>
      </button>
      {open && (
        <Popup anchor={frame} className="pf-calendar-popup">
          <div role="dialog" aria-label={t('form.date.open', { label })}>
            <DayGrid value={readable ? value : undefined} min={min} max={max} onPick={(day) => { setTyped(undefined); onChange(day); close() }} />
          </div>
        </Popup>
      )}
    </div>
  )
}
