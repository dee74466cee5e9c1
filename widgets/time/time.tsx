import { TimeInput, type FieldWidgetProps } from '#renderer'

interface TimeProps extends Record<string, unknown> { step?: number }

/** A time of day as `HH:mm`, without day or zone. */
export default function TimeField({ id, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, props }: FieldWidgetProps<string, TimeProps>) {
  return <TimeInput id={id} value={value ?? undefined} step={props.step} disabled={disabled || readonly} required={required} invalid={invalid} describedBy={describedBy} onChange={(time) => onChange(time)} onBlur={onBlur} />
}
