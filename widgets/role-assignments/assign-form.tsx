import { useId, useState, type FormEvent } from 'react'
import { Combobox, RemoteCombobox, type ComboboxOption, type RemoteOption } from '#renderer'
import { useTexts } from './use-texts.ts'

/** Who or what a role is given to, or in, beside what the page is about. */
export interface Source {
  kind: 'user' | 'organization'
  endpoint: string
  /** Under which name the chosen one goes with the call. */
  name: string
  params?: Record<string, unknown>
  title_key?: string
}

export interface Chosen {
  role: { value: unknown; title: string }
  other?: unknown
}

interface AssignFormProps {
  roles: readonly ComboboxOption[]
  source?: Source
  isBusy: boolean
  /** Resolves with whether the role was given; what was chosen stays otherwise. */
  onAssign: (chosen: Chosen) => Promise<boolean>
}

/** Gives a role. Without an organization it holds everywhere; a user has to be chosen. */
export function AssignForm({ roles, source, isBusy, onAssign }: AssignFormProps) {
  const say = useTexts()
  const field = useId()
  const [role, setRole] = useState<ComboboxOption>()
  const [other, setOther] = useState<RemoteOption>()
  const needsOther = source?.kind === 'user'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!role || !(await onAssign({ role: { value: role.value, title: role.title }, other: other?.value }))) return
    setRole(undefined)
    setOther(undefined)
  }
  const common = { disabled: isBusy, invalid: false, onBlur: () => undefined }
  return (
    <form className="ra-assign" aria-label={say('assign_form')} onSubmit={(event) => void submit(event)}>
      {source && (
        <div>
          <label htmlFor={`${field}-other`}>{say(source.kind)}</label>
          <RemoteCombobox
            {...common}
            id={`${field}-other`}
            label={say(source.kind)}
            source={{
              value_key: 'id',
              title_key: source.title_key ?? 'title',
              endpoint: source.endpoint,
              params: source.params ?? {},
              search_key: source.kind === 'user' ? 'search' : 'q',
            }}
            values={other ? [other.value] : []}
            known={other ? [other] : []}
            placeholder={say(needsOther ? 'choose_user' : 'everywhere')}
            required={needsOther}
            onChange={([option]) => setOther(option)}
          />
        </div>
      )}
      <div>
        <label htmlFor={`${field}-role`}>{say('role')}</label>
        <Combobox
          {...common}
          id={`${field}-role`}
          label={say('role')}
          options={[...roles]}
          chosen={role ? [role] : []}
          placeholder={say('choose_role')}
          required
          onChange={([option]) => setRole(option)}
        />
      </div>
      <button type="submit" className="pk-button pk-button-primary" disabled={isBusy || !role || (needsOther && !other)}>
        {say('assign')}
      </button>
    </form>
  )
}
