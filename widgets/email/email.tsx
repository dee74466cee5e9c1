import { controlAttributes, Icon, type FieldWidgetProps } from '#renderer'
import { cleanAddress } from './clean-address.ts'

export default function EmailField(field: FieldWidgetProps<string>) {
  const { value, onChange, onBlur, disabled, readonly, placeholder } = field
  const text = value === undefined || value === null ? '' : String(value)
  return (
    <div className="pf-input pf-box" data-disabled={disabled || undefined} data-readonly={readonly || undefined} data-invalid={field.invalid || undefined}>
      <Icon name="mail" size={16} />
      <input
        {...controlAttributes(field)} type="text" inputMode="email" dir="ltr" autoComplete="off" autoCapitalize="none" spellCheck={false} readOnly={readonly} placeholder={placeholder ?? 'name@example.com'}
        value={text} onChange={(event) => onChange(event.target.value)}
        onBlur={() => { const clean = cleanAddress(text); if (clean !== text) onChange(clean); onBlur() }}
      />
    </div>
  )
}
