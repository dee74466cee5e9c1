import { Combobox, type FieldWidgetProps } from '#renderer'

export default function MultiSelectField(field: FieldWidgetProps<unknown[]>) {
  const { id, label, value, options = [], onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder } = field
  const values = Array.isArray(value) ? value : []
  const chosen = values.map((one) => options.find((option) => option.value === one) ?? { value: one, title: String(one) })
  return (
    <Combobox
      id={id}
      label={label}
      multiple
      options={options}
      chosen={chosen}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      onChange={(next) => {
        onChange(next.map((option) => option.value))
        onBlur()
      }}
      onBlur={onBlur}
    />
  )
}
