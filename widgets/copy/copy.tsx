import { controlAttributes, copyAndTell, Icon, useLocale, type FieldWidgetProps } from '#renderer'

/** A value to be carried elsewhere: it is read and copied, not changed. */
export default function CopyField(field: FieldWidgetProps) {
  const { value, label, disabled, placeholder } = field
  const { t } = useLocale()
  const text = value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

  return (
    <div className="pf-input pf-box" data-disabled={disabled || undefined} data-readonly>
      <input
        {...controlAttributes(field)}
        type="text"
        dir={/^[^\u0590-\u08ff]*$/.test(text) ? 'ltr' : 'auto'}
        readOnly
        placeholder={placeholder}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className="pf-box-button"
        disabled={text === ''}
        aria-label={t('form.copy', { label })}
        title={t('form.copy', { label })}
        onClick={() => void copyAndTell(text)}
      >
        <Icon name="copy" size={16} />
      </button>
    </div>
  )
}
