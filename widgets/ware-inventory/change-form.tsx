import { useId, type FormEvent, type ReactNode } from 'react'
import { currencyUnit } from '#schemas/rules/numbers/money.ts'
import { useCall, useLocale } from '#renderer'
import { Codes, countFault } from './codes.tsx'
import { comeBack, damage, missingCodes, type Choice, type DependentPart, type Draft, type InventoryWare } from './change.ts'
import { useTexts } from './use-texts.ts'
import type { Configs } from './ware-inventory.tsx'

interface ChangeFormProps {
  ware: InventoryWare
  configs: Configs
  draft: Draft
  errors: Readonly<Record<string, readonly string[]>>
  isBusy: boolean
  calls: { uniques?: string; find_unique?: string; returnable?: string }
  onChange: (part: Partial<Draft>) => void
  onFault: (field: string, messages: string[]) => void
  onSubmit: (event: FormEvent) => void
}

/** The fields of a change; it is not sent while unique codes are missing or too many. */
export function ChangeForm({ ware, configs, draft, errors, isBusy, calls, onChange, onFault, onSubmit }: ChangeFormProps) {
  const say = useTexts()
  const { formatNumber, locale } = useLocale()
  const isUnique = ware.inventory_type === 'unique'
  const isRelated = ware.inventory_type === 'related'
  const { currency } = ware
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = isUnique ? missingCodes(draft, locale) : 0
    if (missing !== 0) return onFault('unique_wares', [countFault(missing, say, formatNumber)])
    onSubmit(event)
  }
  return (
    <form className="wi-form" noValidate onSubmit={submit}>
      <fieldset className="wi-kinds" aria-invalid={errors.kind !== undefined}>
        <legend>{say('kind')}</legend>
        {configs.kinds.map(({ value, title }) => (
          <label key={value} data-on={draft.kind === value || undefined}>
            <input
              type="radio"
              name="kind"
              value={value}
              checked={draft.kind === value}
              onChange={() => onChange({ kind: value, codes: [] })}
            />
            {title}
          </label>
        ))}
        <Fault messages={errors.kind} />
      </fieldset>
      {draft.kind === damage && (
        <Select
          label={say('reason')}
          choices={configs.reasons}
          value={draft.reason}
          messages={errors.reason_id}
          onChange={(reason) => onChange({ reason })}
        />
      )}
      {draft.kind === comeBack && calls.returnable && (
        <Returned
          call={calls.returnable}
          ware={ware.id}
          value={draft.returns}
          messages={errors.returns_id}
          onChange={(returns) => onChange({ returns })}
        />
      )}
      <div className="wi-line">
        <Amount
          label={say('alter')}
          note={ware.unit?.title}
          value={draft.alter}
          messages={errors.alter}
          onChange={(alter) => onChange({ alter })}
        />
        <Amount
          label={say('fee')}
          note={currency ? currencyUnit(currency, locale, '0') : undefined}
          value={draft.fee}
          messages={errors.fee}
          onChange={(fee) => onChange({ fee })}
        />
        <Select
          label={say('path')}
          choices={configs.paths}
          value={draft.path}
          messages={errors.path_id}
          onChange={(path) => onChange({ path })}
        />
      </div>
      {isUnique && (
        <Codes
          key={draft.kind}
          ware={ware.id}
          kind={draft.kind}
          codes={draft.codes}
          missing={missingCodes(draft, locale)}
          messages={errors.unique_wares}
          calls={calls}
          onChange={(codes) => onChange({ codes })}
          onFault={(messages) => onFault('unique_wares', messages)}
        />
      )}
      {isRelated && <Parts parts={draft.parts} errors={errors} onChange={(parts) => onChange({ parts })} />}
      <Field label={say('description')}>
        {(id) => (
          <textarea
            id={id}
            className="pf-input"
            rows={2}
            maxLength={1000}
            value={draft.description}
            dir="auto"
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
      <Fault messages={errors.ware_id} />
      <div className="wi-foot">
        <button type="submit" className="pk-button pk-button-primary" disabled={isBusy} aria-busy={isBusy}>
          {say('save')}
        </button>
      </div>
    </form>
  )
}

function Fault({ messages, id }: { messages?: readonly string[]; id?: string }) {
  return messages === undefined || messages.length === 0 ? null : (
    <p id={id} className="wi-fault" role="alert">
      {messages.join(' ')}
    </p>
  )
}

interface FieldProps {
  label: string
  messages?: readonly string[]
  children: (id: string, describedBy: string | undefined) => ReactNode
}

function Field({ label, messages, children }: FieldProps) {
  const id = useId()
  const describedBy = messages === undefined ? undefined : `${id}-fault`
  return (
    <div className="wi-field">
      <label htmlFor={id}>{label}</label>
      {children(id, describedBy)}
      <Fault messages={messages} id={describedBy} />
    </div>
  )
}

interface InputProps<Value> {
  label: string
  messages?: readonly string[]
  value: Value
  onChange: (value: Value) => void
}

function Amount({ label, note, messages, value, onChange }: InputProps<string> & { note?: string }) {
  return (
    <Field label={note ? `${label} (${note})` : label} messages={messages}>
      {(id, describedBy) => (
        <input
          id={id}
          className="pf-input"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={value}
          aria-invalid={messages !== undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

function Select({ label, choices, messages, value, onChange }: InputProps<number | null> & { choices: readonly Choice[] }) {
  const say = useTexts()
  return (
    <Field label={label} messages={messages}>
      {(id, describedBy) => (
        <select
          id={id}
          className="pf-input"
          value={value ?? ''}
          aria-invalid={messages !== undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{say('choose')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface Outgoing {
  id: number
  effected_at: string
  alter: string
  returnable: string
}

/** What a return brings back, of what was taken out before; none where that is not known. */
function Returned({ call, ware, ...input }: Omit<InputProps<number | null>, 'label'> & { call: string; ware: number }) {
  const say = useTexts()
  const { formatDateTime, formatNumber } = useLocale()
  const outgoing = useCall<Outgoing[]>(call, { id: ware }, {}).data?.results ?? []
  const choices = outgoing.map(({ id, effected_at, alter, returnable }) => ({
    value: id,
    title: say('outgoing', { date: formatDateTime(effected_at), alter: formatNumber(alter), left: formatNumber(returnable) }),
  }))
  return outgoing.length === 0 ? null : <Select label={say('returns')} choices={choices} {...input} />
}

interface PartsProps {
  parts: readonly DependentPart[]
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (parts: readonly DependentPart[]) => void
}

/** The wares that a related one depends on: which of them change, by how much, at what price. */
function Parts({ parts, errors, onChange }: PartsProps) {
  const say = useTexts()
  const change = (index: number, part: Partial<DependentPart>) =>
    onChange(parts.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset className="wi-parts">
      <legend>{say('parts')}</legend>
      {parts.map((part, index) => (
        <div key={part.id} className="wi-line">
          <label className="wi-part">
            <input type="checkbox" checked={part.selected} onChange={({ target }) => change(index, { selected: target.checked })} />
            <bdi>{part.title}</bdi>
          </label>
          <Amount
            label={say('alter')}
            value={part.alter}
            messages={errors[`dependent_wares.${index}.alter`]}
            onChange={(alter) => change(index, { alter })}
          />
          <Amount
            label={say('fee')}
            value={part.fee}
            messages={errors[`dependent_wares.${index}.fee`]}
            onChange={(fee) => change(index, { fee })}
          />
        </div>
      ))}
      <Fault messages={errors.dependent_wares} />
    </fieldset>
  )
}
