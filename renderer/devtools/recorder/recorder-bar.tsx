import './recorder.css'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { FixtureDocumentStep, FixtureDocumentTarget } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useTexts } from '#renderer/devtools/use-texts.ts'
import { useRecorder } from './recorder-store.ts'

interface RecorderBarProps {
  title: string
  onName: (index: number, name: string) => void
  onRemove: (index: number) => void
  onDiscard: () => void
  /** Resolves with the fields whose values have become stand-ins. */
  onSave: () => Promise<string[]>
}

/** The steps of the recording as they come, above whatever is open. */
export function RecorderBar(props: RecorderBarProps) {
  return (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  )
}

const nameOf = ({ role, name }: FixtureDocumentTarget): string => (name === undefined ? role : `${role} “${name}”`)

function Bar({ title, onName, onRemove, onDiscard, onSave }: RecorderBarProps) {
  const say = useTexts()
  const { dir, formatNumber } = useLocale()
  const { steps, isPicking } = useRecorder()
  const [isSmall, setSmall] = useState(false)
  const place = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Shown anew it lies above a dialog that was opened meanwhile.
    if (place.current?.matches(':popover-open')) place.current.hidePopover()
    place.current?.showPopover()
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [steps, isSmall])
  const save = () =>
    void onSave().then((fields) => {
      const told = fields.length === 0 ? say('recorder.saved') : say('recorder.saved_masked', { fields: fields.join(', ') })
      showToast({ tone: 'success', text: told, lasting: fields.length > 0 })
    })
  const labelOf = (step: FixtureDocumentStep): string =>
    [
      say(`recorder.do.${step.do}`),
      step.key ?? step.path ?? step.options?.join(', ') ?? step.files?.join(', ') ?? '',
      step.on ? nameOf(step.on) : '',
    ]
      .filter((part) => part !== '')
      .join(' ')
  return (
    <section ref={place} popover="manual" className="rec" dir={dir} aria-label={say('recorder')} data-picking={isPicking}>
      <header className="rec-head">
        <span className="rec-dot" aria-hidden="true" />
        <strong>{title}</strong>
        <span className="rec-count">{say('recorder.count', { count: formatNumber(steps.length) })}</span>
        <button
          type="button"
          className="pk-icon-button"
          aria-expanded={!isSmall}
          aria-label={say(isSmall ? 'recorder.show' : 'recorder.hide')}
          onClick={() => setSmall(!isSmall)}
        >
          <Icon name={isSmall ? 'up' : 'down'} />
        </button>
      </header>
      {!isSmall && (
        <ol ref={list} className="rec-steps" aria-label={say('recorder.steps')}>
          {steps.map((step, index) => (
            <li key={index}>
              <input
                className="rec-name"
                aria-label={say('recorder.name', { step: labelOf(step) })}
                placeholder={labelOf(step)}
                value={step.name ?? ''}
                onChange={(event) => onName(index, event.target.value)}
              />
              {step.expect && <span className="rec-expects">{say('recorder.expects', { count: formatNumber(step.expect.length) })}</span>}
              <button
                type="button"
                className="pk-icon-button"
                aria-label={say('recorder.remove', { step: step.name ?? labelOf(step) })}
                onClick={() => onRemove(index)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
          {steps.length === 0 && <li className="rec-empty">{say('recorder.empty')}</li>}
        </ol>
      )}
      <footer className="rec-foot">
        <button
          type="button"
          className="pk-button pk-button-small"
          aria-pressed={isPicking}
          aria-keyshortcuts="Alt+Shift+E"
          title="Alt+Shift+E"
          onClick={() => useRecorder.setState({ isPicking: !isPicking })}
        >
          {say(isPicking ? 'recorder.picking' : 'recorder.expect')}
        </button>
        <span className="rec-space" />
        <button type="button" className="pk-button pk-button-small" onClick={onDiscard}>
          {say('recorder.discard')}
        </button>
        <button type="button" className="pk-button pk-button-small pk-button-primary" onClick={save}>
          {say('recorder.save')}
        </button>
      </footer>
    </section>
  )
}
