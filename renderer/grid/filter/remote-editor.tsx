import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { asFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { fetchRemoteOptions, type RemoteOption } from '#renderer/api/remote-options.ts'
import type { ValueEditorProps } from './value-editor.tsx'

/** @source specification: a remote select searches 1 s after the last key and cancels the previous request */
const delayMs = 1000

/** Choices that an endpoint finds for the typed text; chosen ones stay visible. */
export function RemoteEditor({ filter, values, formats, onChange }: ValueEditorProps) {
  const { t, locale } = formats
  const { endpoint, params } = filter
  const [text, setText] = useState('')
  const [ids] = useState(() => values.join(','))
  const [chosen, setChosen] = useState<RemoteOption[]>(() => values.map((choice) => ({ value: choice, title: choice })))
  const [found, setFound] = useState<{ text: string; options: RemoteOption[]; problem: string | null } | null>(null)

  useEffect(() => {
    if (endpoint === undefined) return
    const controller = new AbortController()
    const ask = async () => {
      try {
        const options = await fetchRemoteOptions(endpoint, { ...params, ...(text === '' ? {} : { q: text }) }, controller.signal)
        setFound({ text, options, problem: null })
      } catch (error) {
        if (!isCancelled(error)) setFound({ text, options: [], problem: asFailure(error).userMessage })
      }
    }
    const timer = setTimeout(() => void ask(), text === '' ? 0 : delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [endpoint, params, text])

  useEffect(() => {
    if (endpoint === undefined || ids === '') return
    const controller = new AbortController()
    fetchRemoteOptions(endpoint, { ...params, ids }, controller.signal).then(
      (named) => setChosen((now) => now.map((one) => named.find((option) => option.value === one.value) ?? one)),
      () => undefined, // The ids are shown instead; the search below reports a broken endpoint.
    )
    return () => controller.abort()
  }, [endpoint, params, ids])

  const toggle = (option: RemoteOption, on: boolean) => {
    const others = filter.multiple === false ? [] : chosen.filter((one) => one.value !== option.value)
    const next = on ? [...others, option] : others
    setChosen(next)
    onChange(next.map((one) => one.value))
  }
  const options = [...chosen, ...(found?.options ?? []).filter((option) => !chosen.some((one) => one.value === option.value))]
  const waiting = found === null || found.text !== text
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const [only, second] = found?.options ?? []
    if (waiting) event.preventDefault()
    else if (text !== '' && only && !second && !chosen.some((one) => one.value === only.value)) flushSync(() => toggle(only, true))
  }
  return (
    <div>
      <input
        className="grid-input"
        type="search"
        dir="auto"
        maxLength={200}
        value={text}
        aria-label={asSentence(t('grid.search_in', { name: nounInSentence(filter.title, locale) }), locale)}
        placeholder={t('grid.search')}
        onChange={(event) => setText(event.target.value.trimStart())}
        onKeyDown={onKeyDown}
      />
      <div className="grid-choices" role="group" aria-label={filter.title} aria-busy={waiting}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={chosen.some((one) => one.value === option.value)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            <span dir="auto">{option.title}</span>
          </label>
        ))}
        <p className="grid-hint" role="status">
          {waiting
            ? t('grid.loading')
            : found.problem !== null
              ? found.problem || t('grid.failed_choices')
              : found.options.length === 0
                ? t('grid.no_choices')
                : null}
        </p>
      </div>
    </div>
  )
}
