import type { FieldWidgetProps } from '#renderer'

export default function RadioField({
  id,
  name,
  value,
  options = [],
  onChange,
  onBlur,
  disabled,
  readonly,
  required,
  invalid,
  describedBy,
}: FieldWidgetProps) {
  return (
    <div
      id={id}
      role="radiogroup"
      className="pf-choices"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
    >
      {options.map((option, index) => (
        <label key={String(option.value)}>
          <input
            type="radio"
            name={`${id}-${name}`}
            id={`${id}-${index}`}
            value={String(option.value)}
            checked={option.value === value}
            disabled={disabled || readonly || option.disabled}
            onChange={() => {
              onChange(option.value)
              onBlur()
            }}
          />
          <span>{option.title}</span>
        </label>
      ))}
    </div>
  )
}
