import { useId } from 'react'
import { Combobox, useActionRunner, useCall, type BlockWidgetProps, type ComboboxOption } from '#renderer'

interface StateChoiceProps extends Record<string, unknown> {
  endpoint: string
  call: string
  id: number | string
  /** Of the record; the choices are asked for again when it changes. */
  version?: number | null
  title?: string
  /** The question before it; the standard one when left out. */
  confirm?: string
}

interface Choices {
  status?: unknown
  status_title?: string
  form?: { layout?: string[]; ui?: Record<string, { title?: string; options?: ComboboxOption[] }> }
}

/** A select of states; choosing one takes the record there, after a question. */
export default function StateChoice({ props }: BlockWidgetProps<StateChoiceProps>) {
  const { endpoint, call, id, version, title, confirm = true } = props
  const field = useId()
  const run = useActionRunner()
  const { data, mutate } = useCall(endpoint, { id }, { keepPreviousData: true, scope: `version ${version}` })
  const { status, status_title: now = '', form } = (data?.metadata ?? {}) as Choices
  const key = form?.layout?.[0] ?? 'to'
  const options = form?.ui?.[key]?.options ?? []

  async function choose(value: unknown): Promise<void> {
    const payload = { id, [key]: value }
    await run(
      {
        id: 'update',
        type: 'call',
        title: title ?? '',
        confirm,
        options: { name: call, method: 'POST', payload, success: { refresh: 'screen' } },
      },
      {},
    )
    await mutate()
  }

  return (
    <div className="pf-field">
      {title !== undefined && (
        <label className="pf-label" htmlFor={field} id={`${field}-label`}>
          {title}
        </label>
      )}
      <Combobox
        id={field}
        label={title ?? form?.ui?.[key]?.title ?? ''}
        options={options}
        chosen={data ? [{ value: status, title: now }] : []}
        disabled={options.length === 0}
        required={false}
        invalid={false}
        onChange={([option]) => {
          if (option && option.value !== status) void choose(option.value)
        }}
        onBlur={() => {}}
      />
    </div>
  )
}
