import type { ChangeEvent } from 'react'
import { localiseDigits, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { boxAttributes, controlAttributes, useLocale, writeText, type FieldWidgetProps } from '#renderer'
import { placeBehind, shownIdentifier, storedIdentifier } from './typed-identifier.ts'

/** A number from a card or a letter, typed or pasted in any digits, and shown from left to right in the groups that it is read in. */
export default function IdentifierField(field: FieldWidgetProps<string>) {
  const { id, value, onChange, onBlur, disabled, readonly, placeholder, schema, invalid } = field
  const { locale } = useLocale()
  const { format } = schema
  const show = (stored: string): string => localiseDigits(shownIdentifier(stored, format), locale)
  const isSheba = format === 'sheba'

  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    const before = toLatinDigits(target.value.slice(0, target.selectionStart ?? target.value.length)).replace(/\D/g, '').length
    const stored = storedIdentifier(target.value, format)
    onChange(stored)
    const shown = show(stored ?? '')
    writeText(target, shown, placeBehind(shown, before))
  }
  return (
    <div className="pf-input pf-box pf-identifier" dir="ltr" {...boxAttributes({ disabled, readonly, invalid })}>
      {isSheba && (
        <span className="pf-unit" id={`${id}-prefix`}>
          IR
        </span>
      )}
      <input
        {...controlAttributes({
          ...field,
          describedBy: [field.describedBy, isSheba && `${id}-prefix`].filter(Boolean).join(' ') || undefined,
        })}
        type="text"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        readOnly={readonly}
        placeholder={placeholder}
        value={show(typeof value === 'string' ? value : '')}
        onChange={type}
        onBlur={onBlur}
      />
    </div>
  )
}
