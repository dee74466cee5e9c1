import { controlAttributes, Icon, useLocale, type FieldWidgetProps } from '#renderer'
import { completeAddress, linkOf } from './web-address.ts'

export default function UrlField(field: FieldWidgetProps<string>) {
  const { value, onChange, onBlur, disabled, readonly, placeholder } = field
  const { t } = useLocale()
  const text = value === undefined || value === null ? '' : String(value)
  const link = linkOf(text)
  return (
    <div className="pf-input pf-box" data-disabled={disabled || undefined} data-readonly={readonly || undefined} data-invalid={field.invalid || undefined}>
      <Icon name="link" size={16} />
      <input
        {...controlAttributes(field)} type="text" inputMode="url" dir="ltr" autoComplete="off" autoCapitalize="none" spellCheck={false} readOnly={readonly} placeholder={placeholder ?? 'https://'}
        value={text} onChange={(event) => onChange(event.target.value)}
        onBlur={() => { const complete = completeAddress(text); if (complete !== text) onChange(complete); onBlur() }}
      />
      {link && <a className="pf-box-button" href={link} target="_blank" rel="noopener noreferrer" aria-label={t('form.url.open')} title={t('form.url.open')}><Icon name="external" size={16} /></a>}
    </div>
  )
}
