import { useContext, useEffect, useRef, useState } from 'react'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { openModal } from '#renderer/dialog/modal-store.ts'
import { FormScopeContext } from '#renderer/form/form-context.ts'
import { Combobox } from './combobox.tsx'
import type { ListAction } from './option-list.tsx'
import { readOption, type RemoteOption } from './remote-options.ts'
import { useRemoteOptions, type RemoteSource } from './use-remote-options.ts'
// Widgets that are no field of a form draw it too.
import '#renderer/form/form.css'

/**
 * How a new option is created: by a call that takes the typed text as `title` and returns the option, or by a modal
 * whose form starts with that text.
 */
export interface CreateOption {
  endpoint?: string
  modal?: string
  key?: string
  params?: Record<string, unknown>
}

interface RemoteComboboxProps {
  id: string
  label: string
  source: RemoteSource
  /** Values that are chosen. */
  values: readonly unknown[]
  /** Options of chosen values that the record already contains; others are requested by `ids`. */
  known?: readonly RemoteOption[]
  multiple?: boolean
  chips?: boolean
  create?: CreateOption
  /** Said when there is nothing to choose. */
  empty?: string
  disabled: boolean
  required: boolean
  invalid: boolean
  describedBy?: string
  placeholder?: string
  onChange: (options: RemoteOption[]) => void
  onBlur: () => void
}

/**
 * A combobox over a call. The search is sent a second after the last key, pages load while the list is scrolled, and
 * titles of chosen values are requested by `ids`.
 */
export function RemoteCombobox({
  source,
  values,
  known: given = [],
  multiple = false,
  create,
  empty,
  onChange,
  onBlur,
  required,
  ...control
}: RemoteComboboxProps) {
  const { t } = useLocale()
  const noteTitles = useContext(FormScopeContext)?.noteTitles
  const remote = useRemoteOptions(source)
  const [known, setKnown] = useState<ReadonlyMap<string, RemoteOption>>(() => mapOf(given))
  const { read } = remote

  const missing = values
    .filter((one) => !known.has(String(one)))
    .map(String)
    .join(',')
  useEffect(() => {
    if (missing === '') return
    let gone = false
    const keep = (options: RemoteOption[]): void => {
      if (gone) return
      const unnamed = missing.split(',').map((one): RemoteOption => ({ value: one, title: one }))
      setKnown((before) => new Map([...mapOf(unnamed), ...before, ...mapOf(options)]))
    }
    read({ ids: missing }).then(keep, () => keep([]))
    return () => {
      gone = true
    }
  }, [missing, read])

  function take(options: RemoteOption[]): void {
    setKnown((map) => new Map([...map, ...mapOf(options)]))
    noteTitles?.(options)
    onChange(options)
  }
  function takeMade(results: unknown): void {
    const made = readOption(results, source)
    if (made) take(multiple ? [...latest.current, made] : [made])
  }
  async function make({ endpoint, modal, key = 'title', params }: CreateOption, term: string): Promise<void> {
    const searchParams = { ...params, ...(term.trim() !== '' && { [key]: term.trim() }) }
    try {
      if (modal !== undefined)
        openModal(beginWith((await callNamed<ModalAnswer>('modal', { method: 'GET', params: { name: modal } })).results, searchParams), {
          params: searchParams,
          onSuccess: takeMade,
        })
      else if (endpoint !== undefined) takeMade((await callNamed(endpoint, { method: 'POST', payload: searchParams })).results)
    } catch (error) {
      showFailure(asFailure(error, endpoint ?? 'modal'))
    }
  }
  const chosen = values.map((one): RemoteOption => ({ ...known.get(String(one)), value: one, title: known.get(String(one))?.title ?? '…' }))
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  const failed = remote.status === 'failed'
  const term = remote.term.trim()
  const actions: ListAction[] = failed
    ? [{ title: t('form.retry'), run: remote.retry }]
    : create && remote.status === 'idle' && (term !== '' || create.modal !== undefined)
      ? [
          {
            title: term === '' ? t('form.select.create_new') : t('form.select.create', { term }),
            closes: true,
            run: (term) => void make(create, term),
          },
        ]
      : []
  return (
    <Combobox
      {...control}
      required={required}
      multiple={multiple}
      options={remote.options}
      chosen={chosen}
      clearable={!required}
      empty={empty}
      actions={actions}
      busy={remote.status === 'busy'}
      notice={failed ? t('form.select.failed') : undefined}
      onSearch={remote.search}
      onOpen={remote.open}
      onClose={remote.close}
      onMore={remote.more}
      onChange={(options) => take(options as RemoteOption[])}
      onBlur={onBlur}
    />
  )
}

/** The modal with its form begun. */
function beginWith(modal: ModalAnswer, values: Record<string, unknown>): ModalAnswer {
  const { body } = modal
  if (body === undefined || Array.isArray(body) || typeof body !== 'object' || !('schema' in body)) return modal
  return { ...modal, body: { ...body, data: { ...body.data, ...values } } }
}

const mapOf = (options: readonly RemoteOption[]): Map<string, RemoteOption> =>
  new Map(options.map((option) => [String(option.value), option]))
