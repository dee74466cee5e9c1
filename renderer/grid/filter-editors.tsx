import { useId, useState } from 'react'
import { parseNumber } from '#schemas/rules/digits.ts'
import type { FilterEditorProps } from './filter-popover.tsx'
import { formatChoices, formatRange, isReversed, parseChoices, parseRange } from './filter-values.ts'

export function TextEditor({ filter, value, onChange }: FilterEditorProps) {
  return <input className="grid-input" type="text" dir="auto" maxLength={200} defaultValue={value} aria-label={filter.title} onChange={(event) => onChange(event.target.value.trim())} />
}

/** Any number of the filter's options, or one where the filter takes one only. */
export function ChoiceEditor({ filter, value, onChange }: FilterEditorProps) {
  const [chosen, setChosen] = useState(() => parseChoices(value))
  const name = useId()
  const single = filter.multiple === false
  const toggle = (choice: string, on: boolean) => {
    const next = single ? [choice] : on ? [...chosen, choice] : chosen.filter((one) => one !== choice)
    setChosen(next)
    onChange(formatChoices(next))
  }
  return (
    <div className="grid-choices" role={single ? 'radiogroup' : 'group'} aria-label={filter.title}>
      {(filter.options ?? []).map((option) => {
        const choice = String(option.value)
        return (
          <label key={choice}>
            <input type={single ? 'radio' : 'checkbox'} name={name} checked={chosen.includes(choice)} onChange={(event) => toggle(choice, event.target.checked)} />
            <span dir="auto">{option.title || choice}</span>
          </label>
        )
      })}
    </div>
  )
}

export function YesNoEditor({ filter, value, formats, onChange }: FilterEditorProps) {
  const name = useId()
  return (
    <div className="grid-choices" role="radiogroup" aria-label={filter.title}>
      {(['1', '0'] as const).map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} defaultChecked={value === choice} onChange={() => onChange(choice)} />
          <span>{formats.t(choice === '1' ? 'grid.yes' : 'grid.no')}</span>
        </label>
      ))}
    </div>
  )
}

/** Two numbers in digits of any set. */
export function NumberRangeEditor({ filter, value, formats, onChange }: FilterEditorProps) {
  const [ends, setEnds] = useState(() => {
    const range = parseRange(value)
    return { from: shown(range.from, formats.number), to: shown(range.to, formats.number) }
  })
  const errorId = useId()
  const problem = problemOf(ends, formats.locale)
  const change = (next: typeof ends) => {
    setEnds(next)
    onChange(problemOf(next, formats.locale) === null ? formatRange({ from: wire(next.from, formats.locale) ?? '', to: wire(next.to, formats.locale) ?? '' }) : null)
  }
  return (
    <div role="group" aria-label={filter.title}>
      <div className="grid-ends">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            <span>{formats.t(`grid.${end}`)}</span>
            <input className="grid-input" type="text" inputMode="decimal" dir="ltr" value={ends[end]} aria-invalid={problem !== null} aria-describedby={errorId} onChange={(event) => change({ ...ends, [end]: event.target.value })} />
          </label>
        ))}
      </div>
      <p id={errorId} className="grid-problem" role="alert">{problem === null ? null : formats.t(problem)}</p>
    </div>
  )
}

const shown = (end: string, format: (value: string) => string | null): string => (end === '' ? '' : (format(end) ?? end))

const wire = (text: string, locale: string): string | undefined => (text.trim() === '' ? '' : parseNumber(text, locale))

function problemOf({ from, to }: { from: string; to: string }, locale: string): string | null {
  const [low, high] = [wire(from, locale), wire(to, locale)]
  if (low === undefined || high === undefined) return 'grid.not_a_number'
  return isReversed({ from: low, to: high }, 'number') ? 'grid.reversed' : null
}
