import { Combobox, type FieldWidgetProps } from '#renderer'

export default function SelectField(field: FieldWidgetProps) {
  const { id, label, value, options = [], onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder } = field
  const hasValue = value !== undefined && value !== null && value !== ''
  const known = options.filter((option) => option.value === value)
  const chosen = known.length > 0 || !hasValue ? known : [{ value, title: String(value) }]
  return (
    <Combobox
      id={id}
      label={label}
      options={options}
      chosen={chosen}
      clearable={!required}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      onChange={([option]) => {
        onChange(option?.value)
        onBlur()
      }}
      onBlur={onBlur}
    />
  )
}
