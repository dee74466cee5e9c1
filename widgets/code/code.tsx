import { CodeControl, type FieldWidgetProps } from '#renderer'

interface CodeProps extends Record<string, unknown> {
  language?: 'json' | 'text'
  rows?: number
}

/** Code as a text, stored as typed. */
export default function CodeField(field: FieldWidgetProps<string, CodeProps>) {
  const { value, onChange, onBlur, props } = field
  return (
    <CodeControl
      field={field}
      text={typeof value === 'string' ? value : ''}
      language={props.language ?? 'text'}
      rows={props.rows ?? 6}
      onText={onChange}
      onLeave={onBlur}
    />
  )
}
