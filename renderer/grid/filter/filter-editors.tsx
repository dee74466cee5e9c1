import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import { useId, useState } from 'react'
import { foldText, parseNumber } from '#schemas/rules/numbers/digits.ts'
import { isReversed } from './filter-values.ts'
import type { ValueEditorProps } from './value-editor.tsx'

export function TextEditor({ filter, values, formats, onChange }: ValueEditorProps) {
  const change = (text: string) => onChange(text === '' ? [] : [text])
  return (
    <input
      className="grid-input"
      type="text"
      dir="auto"
      maxLength={200}
      autoComplete="off"
      defaultValue={values[0]}
      aria-label={filter.title}
      placeholder={formats.t('grid.value')}
      onChange={(event) => change(event.target.value.trim())}
    />
  )
}

/** Lists of more options than these have a search. */
const searchedFrom = 10

/** Any number of the filter's options, or one where the filter takes one only. */
export function ChoiceEditor({ filter, values, formats, onChange }: ValueEditorProps) {
  const [chosen, setChosen] = useState<readonly string[]>(values)
  const [text, setText] = useState('')
  const name = useId()
  const single = filter.multiple === false
  const all = (filter.options ?? []).map((option) => ({ value: String(option.value), title: option.title || String(option.value) }))
  const words = foldText(text).split(' ')
  const options = all.filter((option) => words.every((word) => foldText(option.title).includes(word)))
  const toggle = (choice: string, on: boolean) => {
    const next = single ? [choice] : on ? [...chosen, choice] : chosen.filter((one) => one !== choice)
    setChosen(next)
    onChange(next)
  }
  return (
    <div>
      {all.length > searchedFrom ? (
        <input
          className="grid-input"
          type="search"
          dir="auto"
          maxLength={200}
          value={text}
          aria-label={asSentence(formats.t('grid.search_in', { name: nounInSentence(filter.title, formats.locale) }), formats.locale)}
          placeholder={formats.t('grid.search')}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <div className="grid-choices" role={single ? 'radiogroup' : 'group'} aria-label={filter.title}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <span dir="auto">{option.title}</span>
          </label>
        ))}
        <p className="grid-hint" role="status">
          {options.length === 0 ? formats.t('grid.no_choices') : null}
        </p>
      </div>
    </div>
  )
}

export function YesNoEditor({ filter, values, formats, onChange }: ValueEditorProps) {
  const name = useId()
  return (
    <div className="grid-choices" role="radiogroup" aria-label={filter.title}>
      {(['1', '0'] as const).map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} defaultChecked={values[0] === choice} onChange={() => onChange([choice])} />
          <span>{formats.t(choice === '1' ? 'grid.yes' : 'grid.no')}</span>
        </label>
      ))}
    </div>
  )
}

/** One number, or the two ends of a range, in digits of any set. */
export function NumberEditor({ filter, operator, values, formats, onChange }: ValueEditorProps) {
  const ends = operator === 'between' ? (['from', 'to'] as const) : (['value'] as const)
  const [texts, setTexts] = useState(() => ends.map((_, at) => shown(values[at] ?? '', formats.number)))
  const errorId = useId()
  const problem = problemOf(texts, formats.locale)
  const change = (next: string[]) => {
    setTexts(next)
    onChange(problemOf(next, formats.locale) === null ? next.map((text) => wire(text, formats.locale) ?? '') : null)
  }
  return (
    <div role="group" aria-label={filter.title}>
      <div className="grid-ends">
        {ends.map((end, at) => (
          <label key={end}>
            <span>{formats.t(`grid.${end}`)}</span>
            <input
              className="grid-input"
              type="text"
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              maxLength={60}
              value={texts[at]}
              aria-invalid={problem !== null}
              aria-describedby={errorId}
              onChange={(event) => change(texts.map((text, index) => (index === at ? event.target.value : text)))}
            />
          </label>
        ))}
      </div>
      <p id={errorId} className="grid-problem" role="alert">
        {problem === null ? null : formats.t(problem)}
      </p>
    </div>
  )
}

const shown = (end: string, format: (value: string) => string | null): string => (end === '' ? '' : (format(end) ?? end))

const wire = (text: string, locale: string): string | undefined => (text.trim() === '' ? '' : parseNumber(text, locale))

function problemOf(texts: string[], locale: string): string | null {
  const [low, high = ''] = texts.map((text) => wire(text, locale))
  if (low === undefined || texts.some((text) => wire(text, locale) === undefined)) return 'grid.not_a_number'
  return isReversed({ from: low, to: high }, 'number') ? 'grid.reversed' : null
}
