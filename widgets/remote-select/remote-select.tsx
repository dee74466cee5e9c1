import { useEffect, useRef, useState } from 'react'
import { Combobox, useLocale, type FieldWidgetProps } from '#renderer'
import { readOption, type RemoteOption } from './remote-options.ts'
import { useRemoteOptions } from './use-remote-options.ts'

interface RemoteSelectProps extends Record<string, unknown> {
  endpoint?: string
  params?: Record<string, unknown>
  multiple?: boolean
  value_key?: string
  title_key?: string
  search_key?: string
}

const schemaOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})

/** Chooses records: options come from a call, the title of what is chosen from the record itself or from the same call by `ids`. */
export default function RemoteSelectField(field: FieldWidgetProps<unknown, RemoteSelectProps>) {
  const { id, label, name, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, schema, props, readData } = field
  const { t } = useLocale()
  const reference = schema.references ?? schemaOf(schema.items).references
  const endpoint = props.endpoint ?? 'list'
  // Only the generic list is told which records are meant; a call of its own knows.
  const params = { ...(endpoint === 'list' && reference !== undefined ? { model: reference } : {}), ...props.params }
  const remote = useRemoteOptions({ endpoint, params, searchKey: props.search_key ?? 'q', valueKey: props.value_key, titleKey: props.title_key })
  const multiple = props.multiple ?? ([] as unknown[]).concat(schema.type ?? []).includes('array')
  const values = value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]
  const plain = values.map((one) => readOption(one, props)?.value ?? one)
  const [known, setKnown] = useState<ReadonlyMap<string, RemoteOption>>(() => new Map(titlesFrom(values, readData(), name, props).map((option) => [String(option.value), option])))
  const { read } = remote

  const missing = plain.filter((one) => !known.has(String(one))).map(String).join(',')
  useEffect(() => {
    if (missing === '') return
    let gone = false
    const keep = (options: RemoteOption[]): void => {
      if (gone) return
      const unnamed = missing.split(',').map((one) => ({ value: one, title: one }))
      setKnown((before) => new Map([...unnamed.map((option) => [String(option.value), option] as const), ...before, ...options.map((option) => [String(option.value), option] as const)]))
    }
    read({ ids: missing }).then(keep, () => keep([]))
    return () => { gone = true }
  }, [missing, read])

  // What was chosen under other parameters (another country) does not belong to the present ones.
  const narrowing = JSON.stringify(props.params ?? {})
  const before = useRef(narrowing)
  const latest = useRef({ onChange, onBlur })
  useEffect(() => { latest.current = { onChange, onBlur } })
  useEffect(() => {
    if (before.current === narrowing) return
    before.current = narrowing
    latest.current.onChange(multiple ? [] : undefined)
    latest.current.onBlur()
  }, [narrowing, multiple])

  function take(options: RemoteOption[]): void {
    setKnown((map) => new Map([...map, ...options.map((option) => [String(option.value), option] as const)]))
    onChange(multiple ? options.map((option) => option.value) : options[0]?.value)
    onBlur()
  }
  const chosen = plain.map((one): RemoteOption => ({ value: one, title: known.get(String(one))?.title ?? '…', color: known.get(String(one))?.color }))
  return (
    <Combobox
      id={id} label={label} multiple={multiple} options={remote.options} chosen={chosen} clearable={!required} disabled={disabled || readonly} required={required} invalid={invalid} describedBy={describedBy} placeholder={placeholder}
      busy={remote.status === 'busy'} notice={remote.status === 'failed' ? t('form.select.failed') : undefined} onSearch={remote.search} onOpen={remote.open}
      onChange={(options) => take(options as RemoteOption[])} onBlur={onBlur}
    />
  )
}

/** Titles that the record brings itself: expanded values, or `author` beside `author_id`. */
function titlesFrom(values: unknown[], data: Record<string, unknown>, name: string, props: RemoteSelectProps): RemoteOption[] {
  const last = name.split('.').at(-1) ?? ''
  const beside = name === last ? data[last.replace(/_id$/, '')] : undefined
  return [...values, ...(Array.isArray(beside) ? beside : [beside])].filter((one) => typeof one === 'object').map((one) => readOption(one, props)).filter((option) => option !== undefined)
}
