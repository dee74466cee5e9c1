import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { controlAttributes, showToast, useLocale, type FieldWidgetProps } from '#renderer'
import { addTags } from './add-tags.ts'

interface TagsProps extends Record<string, unknown> {
  max?: number
}

export default function TagsField(field: FieldWidgetProps<string[], TagsProps>) {
  const { id, value, onChange, onBlur, disabled, readonly, placeholder, props } = field
  const { t } = useLocale()
  const [typed, setTyped] = useState('')
  const tags = Array.isArray(value) ? value.map(String) : []
  const off = disabled || readonly

  function add(text: string): void {
    const { list, duplicates } = addTags(tags, text, props.max)
    if (duplicates > 0) showToast({ tone: 'warning', text: t('form.duplicate') })
    setTyped('')
    if (list.length !== tags.length) {
      onChange(list)
      onBlur()
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',' || event.key === '،') {
      // Enter ends a word. Without a word it does nothing, so that an extra Enter does not send the form.
      event.preventDefault()
      if (typed.trim() !== '') add(typed)
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1))
      onBlur()
    }
  }
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text')
    if (/[,،\n]/.test(text)) {
      event.preventDefault()
      add(`${typed}${text}`)
    }
  }
  return (
    <div className="pf-input pf-combobox" data-disabled={off || undefined} data-invalid={field.invalid || undefined}>
      {tags.map((tag) => (
        <span key={tag} className="pf-chip">
          <bdi>{tag}</bdi>
          {!off && (
            <button
              type="button"
              aria-label={t('form.select.remove', { title: tag })}
              onClick={() => {
                onChange(tags.filter((one) => one !== tag))
                onBlur()
                document.getElementById(id)?.focus()
              }}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <input
        {...controlAttributes(field)}
        type="text"
        dir={typed === '' ? undefined : 'auto'}
        autoComplete="off"
        readOnly={readonly}
        placeholder={tags.length === 0 ? (placeholder ?? t('form.tags.placeholder')) : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          if (typed.trim()) add(typed)
          else onBlur()
        }}
      />
    </div>
  )
}
