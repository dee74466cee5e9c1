import { useId, type ReactNode } from 'react'
import { Combobox, DateControl, RemoteCombobox, type ComboboxOption } from '#renderer'
import type { Filters } from './filters.ts'
import { useTexts } from './use-texts.ts'

interface FilterFormProps {
  filters: Filters
  /** Call that finds people. */
  people?: string
  /** Filters that the page gives, which are not asked for. */
  fixed: Record<string, unknown>
  models: readonly ComboboxOption[]
  actions: readonly ComboboxOption[]
  /** Called with the filters that change, or with null to clear all. */
  onChange: (part: Filters | null) => void
  children?: ReactNode
}

/** What entries are looked for. */
export function FilterForm({ filters, people, fixed, models, actions, onChange, children }: FilterFormProps) {
  const say = useTexts()
  const id = useId()
  const common = { disabled: false, required: false, invalid: false, onBlur: () => undefined }
  const choices = (name: 'model' | 'action', options: readonly ComboboxOption[]) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{say(name)}</label>
      <Combobox
        {...common}
        id={`${id}-${name}`}
        label={say(name)}
        options={[...options]}
        chosen={
          filters[name] === undefined
            ? []
            : [options.find(({ value }) => value === filters[name]) ?? { value: filters[name], title: filters[name] }]
        }
        clearable
        placeholder={say('all')}
        onChange={([option]) => onChange({ [name]: option?.value as string | undefined })}
      />
    </div>
  )
  const day = (name: 'from' | 'to') => (
    <div>
      <label htmlFor={`${id}-${name}`}>{say(name)}</label>
      <DateControl
        {...common}
        id={`${id}-${name}`}
        label={say(name)}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    </div>
  )
  return (
    <form className="al-filter" role="search" aria-label={say('filter')} onSubmit={(event) => event.preventDefault()}>
      {people && fixed.user === undefined && (
        <div>
          <label htmlFor={`${id}-user`}>{say('person')}</label>
          <RemoteCombobox
            {...common}
            id={`${id}-user`}
            label={say('person')}
            source={{ value_key: 'id', title_key: 'name_full', endpoint: people, params: {}, search_key: 'search' }}
            values={filters.user === undefined ? [] : [filters.user]}
            placeholder={say('all')}
            onChange={([option]) => onChange({ user: option?.value as number | undefined })}
          />
        </div>
      )}
      {choices('model', models)}
      <div>
        <label htmlFor={`${id}-record`}>{say('record')}</label>
        <input
          id={`${id}-record`}
          className="pf-input"
          inputMode="numeric"
          key={filters.record ?? ''}
          defaultValue={filters.record ?? ''}
          onBlur={({ target }) => onChange({ record: numberIn(target.value) })}
          onKeyDown={(event) => event.key === 'Enter' && onChange({ record: numberIn(event.currentTarget.value) })}
        />
      </div>
      {choices('action', actions)}
      {day('from')}
      {day('to')}
      <div className="al-tools">
        {Object.keys(filters).length > 0 && (
          <button type="button" className="pk-button" onClick={() => onChange(null)}>
            {say('clear')}
          </button>
        )}
        {children}
      </div>
    </form>
  )
}

/** A whole number in any digits; undefined for anything else. */
function numberIn(text: string): number | undefined {
  const latin = text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const value = Number(latin.trim())
  return latin.trim() !== '' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
