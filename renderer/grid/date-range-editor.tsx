import { useId, useState } from 'react'
import { calendarOf, formatDate, parseDate } from '#schemas/rules/calendar.ts'
import type { FilterEditorProps } from './filter-popover.tsx'
import { formatRange, isReversed, parseRange } from './filter-values.ts'
import { MonthCalendar } from './month-calendar.tsx'

type End = 'from' | 'to'

/** Two days in the user's calendar, typed (`۱۴۰۳/۰۱/۰۱`) or picked. */
export function DateRangeEditor({ filter, value, formats, onChange }: FilterEditorProps) {
  const { locale, t } = formats
  const typed = (iso: string) => (iso === '' ? '' : formatDate(iso, { locale, pattern: 'YYYY/MM/DD' }))
  const [ends, setEnds] = useState(() => ({ from: typed(parseRange(value).from), to: typed(parseRange(value).to) }))
  const [end, setEnd] = useState<End>('from')
  const errorId = useId()
  const iso = (text: string): string | undefined => (text.trim() === '' ? '' : parseDate(text, { locale }))
  const problemOf = (next: typeof ends): string | null => {
    const [from, to] = [iso(next.from), iso(next.to)]
    if (from === undefined || to === undefined) return 'grid.not_a_date'
    return isReversed({ from, to }, 'date') ? 'grid.reversed' : null
  }
  const change = (next: typeof ends) => {
    setEnds(next)
    onChange(problemOf(next) === null ? formatRange({ from: iso(next.from) ?? '', to: iso(next.to) ?? '' }) : null)
  }
  const problem = problemOf(ends)
  return (
    <div role="group" aria-label={filter.title}>
      <div className="grid-ends">
        {(['from', 'to'] as const).map((name) => (
          <label key={name}>
            <span>{t(`grid.${name}`)}</span>
            <input
              className="grid-input" type="text" inputMode="numeric" dir="ltr" value={ends[name]} placeholder={typed(calendarOf(locale) === 'jalali' ? '2024-03-20' : '2024-01-01')}
              aria-invalid={problem !== null} aria-describedby={errorId} data-current={name === end || undefined}
              onFocus={() => setEnd(name)} onChange={(event) => change({ ...ends, [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p id={errorId} className="grid-problem" role="alert">{problem === null ? null : t(problem)}</p>
      <MonthCalendar
        locale={locale} from={iso(ends.from) ?? ''} to={iso(ends.to) ?? ''} previousLabel={t('grid.previous_month')} nextLabel={t('grid.next_month')}
        onPick={(day) => {
          change({ ...ends, [end]: typed(day) })
          setEnd(end === 'from' ? 'to' : 'from')
        }}
      />
    </div>
  )
}
