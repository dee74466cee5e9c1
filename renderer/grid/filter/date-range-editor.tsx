import { useId, useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { MonthCalendar } from '#renderer/grid/popover/month-calendar.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { calendarOf, dayOf, formatDate, isoDate, parseDate } from '#schemas/rules/calendar/calendar.ts'
import { formatRelativeRange, parseRelativeRange, relativeRanges, resolveRelativeRange } from '#schemas/rules/calendar/relative-range.ts'
import { relativeRangeTitle } from './filter-text.ts'
import { isReversed, type Range } from './filter-values.ts'
import { operatorsOf } from './terms.ts'
import type { ValueEditorProps } from './value-editor.tsx'

const noRange: Range = { from: '', to: '' }

/** A span of days that moves with the day (this month), or two days in the user's calendar, typed (`۱۴۰۳/۰۱/۰۱`) or picked. */
export function DateRangeEditor({ filter, operator, values, formats, onChange }: ValueEditorProps) {
  const { locale, t } = formats
  const { timeZone } = useLocale()
  const typed = (iso: string) => (iso === '' ? '' : formatDate(iso, { locale, pattern: 'YYYY/MM/DD' }))
  const [today] = useState(() => isoDate(dayOf(Date.now(), { timeZone }) ?? { year: 2024, month: 1, day: 1 }))
  const daysOf = (token: string | null): Range => {
    const range = token === null ? undefined : parseRelativeRange(token)
    return range ? resolveRelativeRange(range, today) : noRange
  }
  const asTyped = ({ from, to }: Range): Range => ({ from: typed(from), to: typed(to) })
  const [quick, setQuick] = useState<string | null>(operator === 'within' ? (values[0] ?? null) : null)
  const [ends, setEnds] = useState(() =>
    asTyped(operator === 'within' ? daysOf(values[0] ?? null) : { from: values[0] ?? '', to: values[1] ?? '' }),
  )
  const [end, setEnd] = useState<keyof Range>('from')
  const errorId = useId()
  const iso = (text: string): string | undefined => (text.trim() === '' ? '' : parseDate(text, { locale }))
  const problemOf = (next: Range): string | null => {
    const [from, to] = [iso(next.from), iso(next.to)]
    if (from === undefined || to === undefined) return 'grid.not_a_date'
    return isReversed({ from, to }, 'date') ? 'grid.reversed' : null
  }
  const change = (next: Range) => {
    setQuick(null)
    setEnds(next)
    onChange(problemOf(next) === null ? [iso(next.from) ?? '', iso(next.to) ?? ''] : null, { operator: 'between' })
  }
  const pickQuick = (token: string) => {
    setQuick(token)
    setEnds(asTyped(daysOf(token)))
    onChange([token], { operator: 'within', done: true })
  }
  const problem = problemOf(ends)
  const own = relativeRanges(locale).map(formatRelativeRange)
  const offered = !operatorsOf(filter).includes('within') ? [] : quick === null || own.includes(quick) ? own : [quick, ...own]
  return (
    <div className="grid-dates" role="group" aria-label={filter.title}>
      {offered.length > 0 ? (
        <div className="grid-quick" role="group" aria-label={t('grid.quick_ranges')}>
          {offered.map((token) => (
            <button key={token} type="button" aria-pressed={token === quick} onClick={() => pickQuick(token)}>
              {relativeRangeTitle(token, formats)}
            </button>
          ))}
        </div>
      ) : null}
      <div>
        <div className="grid-ends">
          {(['from', 'to'] as const).map((name) => (
            <label key={name}>
              <span>{t(`grid.${name}`)}</span>
              <DayText
                text={ends[name]}
                words={iso(ends[name]) ? formats.date(iso(ends[name])!) : null}
                placeholder={typed(calendarOf(locale) === 'jalali' ? '2024-03-20' : '2024-01-01')}
                aria-invalid={problem !== null}
                aria-describedby={errorId}
                data-current={name === end || undefined}
                onFocus={() => setEnd(name)}
                onChange={(event) => change({ ...ends, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
        <p id={errorId} className="grid-problem" role="alert">
          {problem === null ? null : t(problem)}
        </p>
        <MonthCalendar
          key={quick}
          locale={locale}
          today={today}
          from={iso(ends.from) ?? ''}
          to={iso(ends.to) ?? ''}
          previousLabel={t('grid.previous_month')}
          nextLabel={t('grid.next_month')}
          onPick={(day) => {
            change({ ...(quick === null ? ends : noRange), [end]: typed(day) })
            setEnd(end === 'from' ? 'to' : 'from')
          }}
        />
      </div>
    </div>
  )
}

interface DayTextProps extends Omit<ComponentProps<'input'>, 'value'> {
  /** The day as it is typed. */
  text: string
  /** The day in the lists' format; null if the value is not a day. */
  words: string | null
}

/** Reads in words until it has the focus; then the digits take their place, selected, so that the next key replaces them. */
function DayText({ text, words, onFocus, ...rest }: DayTextProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isEdited, setEdited] = useState(false)
  const showsWords = !isEdited && words !== null
  useLayoutEffect(() => {
    if (isEdited) input.current?.select()
  }, [isEdited])
  return (
    <input
      {...rest}
      ref={input}
      className="grid-input"
      type="text"
      inputMode="numeric"
      dir={showsWords ? 'auto' : 'ltr'}
      autoComplete="off"
      value={showsWords ? words : text}
      onFocus={(event) => {
        setEdited(true)
        onFocus?.(event)
      }}
      onBlur={() => setEdited(false)}
    />
  )
}
