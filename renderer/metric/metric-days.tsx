import { useId, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { formatDate, parseDate } from '#schemas/rules/calendar/calendar.ts'
import { useTexts } from './use-texts.ts'

export interface Days {
  from: string
  to: string
}

interface MetricDaysProps {
  /** Days as `2024-03-20`; an empty one is open. */
  days: Days
  isDisabled: boolean
  onChange: (days: Days) => void
}

/** The first and the last day that a metric counts, typed in the reader's calendar; they hold when a field is left or at Enter. */
export function MetricDays({ days, isDisabled, onChange }: MetricDaysProps) {
  const say = useTexts()
  const { locale } = useLocale()
  const id = useId()
  const typed = (iso: string) => (iso === '' ? '' : formatDate(iso, { locale, pattern: 'YYYY/MM/DD' }))
  const [texts, setTexts] = useState<Partial<Days>>({})
  const isoOf = (end: keyof Days) => {
    const text = texts[end]
    return text === undefined ? days[end] : text.trim() === '' ? '' : parseDate(text, { locale })
  }
  const [from, to] = [isoOf('from'), isoOf('to')]
  const problem = from === undefined || to === undefined ? 'not_a_day' : from !== '' && to !== '' && from > to ? 'reversed' : undefined
  const commit = () => {
    if (problem !== undefined || from === undefined || to === undefined) return
    setTexts({})
    if (from !== days.from || to !== days.to) onChange({ from, to })
  }
  return (
    <div className="mt-days" role="group" aria-label={say('days')}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span>{say(end)}</span>
          <input
            dir="ltr"
            inputMode="numeric"
            size={10}
            value={texts[end] ?? typed(days[end])}
            disabled={isDisabled}
            aria-invalid={isoOf(end) === undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => setTexts({ ...texts, [end]: event.target.value })}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'Enter') commit()
            }}
          />
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-problem" role="alert">
          {say(problem)}
        </p>
      )}
    </div>
  )
}
