import { controlAttributes, useLocale, type FieldWidgetProps } from '#renderer'

export default function ColorField(field: FieldWidgetProps<string>) {
  const { label, value, onChange, onBlur, disabled, readonly, placeholder } = field
  const { t } = useLocale()
  const valid = typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  return (
    <div className="pf-color">
      <input type="color" aria-label={t('form.color.pick', { label })} value={valid ? value : '#000000'} disabled={disabled || readonly} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} />
      <input {...controlAttributes(field)} className="pf-input pf-ltr" type="text" dir="ltr" spellCheck={false} autoComplete="off" readOnly={readonly} placeholder={placeholder ?? '#027a79'} value={value ?? ''} onChange={(event) => onChange(event.target.value.trim())} onBlur={onBlur} />
    </div>
  )
}
