import { DateControl, type FieldWidgetProps } from '#renderer'

interface DateProps extends Record<string, unknown> { min?: string; max?: string }

export default function DateField({ id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, props }: FieldWidgetProps<string, DateProps>) {
  return <DateControl id={id} label={label} value={value ?? undefined} onChange={onChange} onBlur={onBlur} disabled={disabled || readonly} required={required} invalid={invalid} describedBy={describedBy} placeholder={placeholder} min={props.min} max={props.max} />
}
