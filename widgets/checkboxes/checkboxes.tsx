import type { FieldWidgetProps } from '#renderer'

export default function CheckboxesField({
  id,
  value,
  options = [],
  onChange,
  onBlur,
  disabled,
  readonly,
  describedBy,
}: FieldWidgetProps<unknown[]>) {
  const values = Array.isArray(value) ? value : []
  return (
    <div id={id} role="group" className="pf-choices" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {options.map((option, index) => {
        const on = values.includes(option.value)
        return (
          <label key={String(option.value)}>
            <input
              type="checkbox"
              id={`${id}-${index}`}
              checked={on}
              disabled={disabled || readonly || option.disabled}
              onChange={() => {
                onChange(on ? values.filter((one) => one !== option.value) : [...values, option.value])
                onBlur()
              }}
            />
            <span>{option.title}</span>
          </label>
        )
      })}
    </div>
  )
}
