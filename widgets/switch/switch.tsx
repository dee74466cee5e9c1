import { controlAttributes, type FieldWidgetProps } from '#renderer'

export default function SwitchField(field: FieldWidgetProps<boolean>) {
  const { value, onChange, onBlur, disabled, readonly } = field
  const { 'aria-required': _, ...attributes } = controlAttributes(field)
  return (
    <button
      {...attributes}
      type="button"
      role="switch"
      className="pf-switch"
      aria-checked={value === true}
      disabled={disabled || readonly}
      onClick={() => {
        onChange(value !== true)
        onBlur()
      }}
    >
      <span />
    </button>
  )
}
