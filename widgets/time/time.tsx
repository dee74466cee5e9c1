import { TimeInput, useProblem, useTypedTime, type FieldWidgetProps } from '#renderer'

interface TimeProps extends Record<string, unknown> {
  step?: number
}

/** A time of day as `HH:mm`, without day or zone. Invalid text stays as typed with an error, and is not sent. */
export default function TimeField(field: FieldWidgetProps<string, TimeProps>) {
  const { id, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, props } = field
  const typed = useTypedTime(value ?? undefined)
  const noteId = `${id}-time`
  useProblem(field, typed.problem)
  return (
    <div className="pf-noted">
      <TimeInput
        id={id}
        value={value ?? undefined}
        typed={typed}
        step={props.step}
        disabled={disabled || readonly}
        required={required}
        invalid={invalid}
        onBlur={onBlur}
        describedBy={[describedBy, typed.problem && noteId].filter(Boolean).join(' ') || undefined}
        onType={(text, time) => {
          const held = time ?? (text.trim() || undefined)
          typed.type(text, held)
          onChange(held)
        }}
      />
      {typed.problem && !invalid && (
        <span id={noteId} className="pf-error">
          {typed.problem}
        </span>
      )}
    </div>
  )
}
