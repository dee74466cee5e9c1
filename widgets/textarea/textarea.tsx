import { countCodePoints } from '#schemas/rules/text/code-points.ts'
import { controlAttributes, TextOfAnyLength, useLocale, useProblem, type FieldWidgetProps } from '#renderer'
import { countCharacters, directionOfText } from './text-length.ts'

interface TextareaProps extends Record<string, unknown> {
  rows?: number
  limit?: number
}

export default function TextareaField(field: FieldWidgetProps<string, TextareaProps>) {
  const { id, value, onChange, onBlur, readonly, placeholder, schema, props } = field
  const { t, formatNumber } = useLocale()
  const text = typeof value === 'string' ? value : ''
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : undefined
  // A read-only text has no counter.
  const limit = field.disabled || readonly ? undefined : (props.limit ?? most)
  // The schema counts code points, so the counter does too.
  const length = limit === undefined ? 0 : props.limit === undefined ? countCodePoints(text) : countCharacters(text)
  const over = limit !== undefined && length > limit
  const described = [field.describedBy, limit !== undefined && `${id}-count`].filter(Boolean).join(' ') || undefined
  const excess = over && props.limit !== undefined ? t('form.textarea.over', { number: formatNumber(length - limit) }) : undefined
  useProblem(field, excess)
  return (
    <>
      <TextOfAnyLength
        field={{
          ...field,
          onChange: (next) => onChange(typeof next === 'string' ? next : ''),
          invalid: field.invalid || over,
          describedBy: described,
        }}
        hasLines
      >
        <textarea
          {...controlAttributes(field)}
          aria-invalid={field.invalid || over || undefined}
          aria-describedby={described}
          className="pf-input pf-textarea"
          rows={props.rows ?? 4}
          readOnly={readonly}
          placeholder={placeholder}
          dir={directionOfText(text)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </TextOfAnyLength>
      {limit !== undefined && (
        <p id={`${id}-count`} className="pf-count" data-over={over || undefined}>
          {t('form.counter', { used: formatNumber(length), limit: formatNumber(limit) })}
        </p>
      )}
      {excess && !field.invalid && (
        <p className="pf-error" role="status">
          {excess}
        </p>
      )}
    </>
  )
}
