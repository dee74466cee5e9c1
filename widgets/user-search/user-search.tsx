import { readOption, RemoteCombobox, useEmptyText, type FieldWidgetProps } from '#renderer'

interface UserSearchProps extends Record<string, unknown> {
  role?: string
  form_attributes?: string[]
  multiple?: boolean
}

const keys = { value_key: 'id', title_key: 'name_full', note_keys: ['username', 'mobile', 'email', 'code_melli'] }
const fields = ['name_full', 'username', 'code_melli', 'mobile', 'email', 'id']

/** Chooses users, found by name, username, mobile, email or national code; of one role when it names one. */
export default function UserSearchField(field: FieldWidgetProps<unknown, UserSearchProps>) {
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
  const empty = useEmptyText('users')
  const multiple = props.multiple ?? ([] as unknown[]).concat(schema.type ?? []).includes('array')
  const values = value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]
  const sibling = readData()[name.replace(/_id$/, '')]
  const known = [...values, sibling]
    .filter((one) => typeof one === 'object')
    .map((one) => readOption(one, { value_key: 'id', title_key: 'name_full' }))
    .filter((option) => option !== undefined)
  const params = {
    ...(props.role ? { slug: props.role } : {}),
    ...(props.form_attributes?.length ? { form_attributes: props.form_attributes.join(',') } : {}),
  }
  return (
    <RemoteCombobox
      id={id}
      label={label}
      source={{ ...keys, fields, endpoint: 'user-search', params, search_key: 'search' }}
      multiple={multiple}
      empty={empty}
      values={values.map((one) => readOption(one, { value_key: 'id' })?.value ?? one)}
      known={known}
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
