import { controlAttributes, useLocale, type FieldWidgetProps } from '#renderer'

interface TextareaProps extends Record<string, unknown> { rows?: number; limit?: number }

/** Characters as people count them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length

export default function TextareaField(field: FieldWidgetProps<string, TextareaProps>) {
  const { id, value, onChange, onBlur, readonly, placeholder, schema, props } = field
  const { t, formatNumber } = useLocale()
  const text = typeof value === 'string' ? value : ''
  const limit = props.limit ?? (typeof schema.maxLength === 'number' ? schema.maxLength : undefined)
  const over = limit !== undefined && lengthOf(text) > limit
  const described = [field.describedBy, limit !== undefined && `${id}-count`].filter(Boolean).join(' ') || undefined
  return (
    <>
      <textarea
        {...controlAttributes(field)} aria-describedby={described} className="pf-input pf-textarea" rows={props.rows ?? 4} readOnly={readonly} placeholder={placeholder} dir={text === '' ? undefined : 'auto'}
        value={text} maxLength={props.limit} onChange={(event) => onChange(event.target.value)} onBlur={onBlur}
      />
      {limit !== undefined && <p id={`${id}-count`} className="pf-count" data-over={over || undefined}>{t('form.counter', { used: formatNumber(lengthOf(text)), limit: formatNumber(limit) })}</p>}
    </>
  )
}
