import './devtools.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import type { FormInspectorProps } from '#renderer/form/form-environment.ts'
import { explainForm, type ExplainedField, type Reason } from './explain-form.ts'
import { useTexts } from './use-texts.ts'

/** Explains why a form's fields are hidden, required, disabled or read-only; it updates while typing. */
export default function Why({ asked, onClose }: FormInspectorProps) {
  const say = useTexts()
  const { store, form, readOnly, idPrefix, documentName } = useFormScope()
  const data = useStore(store, (state) => state.data)
  const fields = useMemo(() => explainForm({ form, data, readOnly }), [form, data, readOnly])
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [asked])
  // The nearest field around the clicked element: a field in a row before its list.
  const named = fields
    .filter(({ path }) => asked === idAt(idPrefix, path) || asked.startsWith(`${idAt(idPrefix, path)}-`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  const shown = all || !named ? fields.filter(({ reasons }) => reasons.length > 0) : [named]
  return (
    <section
      className="dt-why"
      role="dialog"
      aria-labelledby={`${idPrefix}-why`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <h2 ref={heading} id={`${idPrefix}-why`} tabIndex={-1}>
        {say('why.title')}
      </h2>
      <p className="dt-kind">
        <bdi dir="ltr">{documentName}</bdi>
      </p>
      <ul>
        {shown.map((field) => (
          <FieldReasons key={field.path} field={field} />
        ))}
      </ul>
      {shown.length === 0 && <p>{say('why.nothing')}</p>}
      <p className="dt-kind">{say('why.absent')}</p>
      <p className="dt-buttons">
        {named && !all && (
          <button type="button" className="pk-button pk-button-small" onClick={() => setAll(true)}>
            {say('why.all')}
          </button>
        )}
        <button type="button" className="pk-button pk-button-small" onClick={onClose}>
          {say('why.close')}
        </button>
      </p>
    </section>
  )
}

function FieldReasons({ field: { path, title, reasons } }: { field: ExplainedField }) {
  const say = useTexts()
  return (
    <li data-field={path}>
      <strong>
        <bdi>{title}</bdi>
      </strong>{' '}
      <code dir="ltr">{path}</code>
      {reasons.length === 0 ? (
        <p>{say('why.nothing')}</p>
      ) : (
        <ul>
          {reasons.map((reason) => (
            <ReasonLine key={`${reason.pointer} ${reason.effect} ${String(reason.says)}`} reason={reason} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Text for a field while its condition has no effect. */
const inactive: Partial<Record<Reason['effect'], string>> = { hidden: 'shown', value: 'free', withheld: 'offered' }

function ReasonLine({ reason: { effect, pointer, active, says, values, about } }: { reason: Reason }) {
  const say = useTexts()
  const isCondition = typeof says === 'object' && says !== null
  // A field is hidden, and a choice withheld, by a condition that does not hold.
  const met = effect === 'hidden' || effect === 'withheld' ? !active : active
  const state = active ? effect : (inactive[effect] ?? effect)
  return (
    <li data-effect={effect} data-active={active}>
      <span className="dt-chip">{say(`why.${state}`)}</span>{' '}
      {about !== undefined && (
        <>
          <bdi>
            <code>{typeof about === 'string' ? about : JSON.stringify(about)}</code>
          </bdi>{' '}
        </>
      )}
      {pointer === '' ? (
        say('why.flag')
      ) : (
        <>
          {isCondition || Object.keys(values).length > 0 ? say(met ? 'why.met' : 'why.unmet') : say('why.always')}{' '}
          <code dir="ltr">{pointer}</code>
        </>
      )}
      {says !== undefined && says !== true && (
        <pre className="dt-json" dir="ltr">
          {typeof says === 'string' ? says : JSON.stringify(says)}
        </pre>
      )}
      {Object.keys(values).length > 0 && (
        <p>
          {say('why.values')}:{' '}
          <code dir="ltr">
            {Object.entries(values)
              .map(([name, value]) => `${name} = ${value === undefined ? 'undefined' : JSON.stringify(value)}`)
              .join(', ')}
          </code>
        </p>
      )}
    </li>
  )
}
