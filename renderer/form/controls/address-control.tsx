import type { ReactNode } from 'react'
import { Icon } from '#renderer/ui/icon.tsx'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { boxAttributes, controlAttributes } from './control-attributes.ts'

interface AddressControlProps {
  field: FieldWidgetProps<string>
  icon: string
  inputMode: 'email' | 'url'
  placeholder: string
  /** Normalises the text when the field is left. */
  clean: (text: string) => string
  children?: ReactNode
}

/** A text written from left to right in every language, behind a picture of its kind. */
export function AddressControl({ field, icon, inputMode, placeholder, clean, children }: AddressControlProps) {
  const { value, onChange, onBlur, disabled, readonly } = field
  const text = value === undefined || value === null ? '' : String(value)
  return (
    <div className="pf-input pf-box" {...boxAttributes({ disabled, readonly, invalid: field.invalid })}>
      <Icon name={icon} size={16} />
      <input
        {...controlAttributes(field)}
        type="text"
        inputMode={inputMode}
        dir="ltr"
        autoComplete={typeof field.props.autocomplete === 'string' ? field.props.autocomplete : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readonly}
        placeholder={field.placeholder ?? placeholder}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          const cleaned = clean(text)
          if (cleaned !== text) onChange(cleaned)
          onBlur()
        }}
      />
      {children}
    </div>
  )
}
