import { useEffect, useRef } from 'react'
import {
  readOption,
  RemoteCombobox,
  useEmptyText,
  type CreateOption,
  type EmptyKind,
  type FieldWidgetProps,
  type RemoteOption,
} from '#renderer'

interface RemoteSelectProps extends Record<string, unknown> {
  endpoint?: string
  params?: Record<string, unknown>
  combo?: string
  multiple?: boolean
  value_key?: string
  title_key?: string
  note_keys?: string[]
  search_key?: string
  fields?: string[]
  create?: CreateOption
  empty?: EmptyKind
}

const schemaOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Chooses records: options come from a call, titles of chosen records from the record itself or from the same call by `ids`. */
export default function RemoteSelectField(field: FieldWidgetProps<unknown, RemoteSelectProps>) {
  const {
    id,
    label,
    name,
    value,
    onChange,
    onBlur,
    disabled,
    readonly,
    required,
    invalid,
    describedBy,
    placeholder,
    schema,
    props,
    readData,
  } = field
  const empty = useEmptyText(props.empty)
  const multiple = props.multiple ?? ([] as unknown[]).concat(schema.type ?? []).includes('array')
  const values = value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]
  const plain = values.map((one) => readOption(one, props)?.value ?? one)

  // A value chosen under other parameters (another country) does not belong to the current ones.
  const narrowing = JSON.stringify(props.params ?? {})
  const before = useRef(narrowing)
  const latest = useRef({ onChange, onBlur })
  useEffect(() => {
    latest.current = { onChange, onBlur }
  })
  useEffect(() => {
    if (before.current === narrowing) return
    before.current = narrowing
    latest.current.onChange(multiple ? [] : undefined)
    latest.current.onBlur()
  }, [narrowing, multiple])

  return (
    <RemoteCombobox
      id={id}
      label={label}
      source={sourceOf(schema, props)}
      values={plain}
      known={titlesFrom(values, readData(), name, props)}
      multiple={multiple}
      create={props.create}
      empty={empty}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      onBlur={onBlur}
      onChange={(options) => {
        onChange(multiple ? options.map((option) => option.value) : options[0]?.value)
        onBlur()
      }}
    />
  )
}

function sourceOf(
  schema: Record<string, unknown>,
  { endpoint, combo, params, search_key, value_key, title_key, note_keys, fields }: RemoteSelectProps,
) {
  const keys = { value_key, title_key, note_keys, fields }
  if (combo !== undefined)
    return { ...keys, endpoint: endpoint ?? 'combo-options', params: { name: combo, ...params }, search_key: search_key ?? 'search' }
  const reference = schema.references ?? schemaOf(schema.items).references
  const call = endpoint ?? 'list'
  // Only the generic list needs to know the model; other calls return one kind of record.
  return {
    ...keys,
    endpoint: call,
    params: { ...(call === 'list' && reference !== undefined ? { model: reference } : {}), ...params },
    search_key: search_key ?? 'q',
  }
}

/** Titles that the record contains itself: expanded values, or `author` next to `author_id`. */
function titlesFrom(values: unknown[], data: Record<string, unknown>, name: string, props: RemoteSelectProps): RemoteOption[] {
  const last = name.split('.').at(-1) ?? ''
  const sibling = name === last ? data[last.replace(/_id$/, '')] : undefined
  return [...values, ...(Array.isArray(sibling) ? sibling : [sibling])]
    .filter((one) => typeof one === 'object')
    .map((one) => readOption(one, props))
    .filter((option) => option !== undefined)
}
