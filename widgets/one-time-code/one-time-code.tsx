import { useEffect, useRef } from 'react'
import { autoFocus, controlAttributes, type FieldWidgetProps } from '#renderer'
import { isWholeCode, readCode } from './read-code.ts'

interface OneTimeCodeProps extends Record<string, unknown> {
  autofocus?: boolean
  free?: boolean
}

/** A code as one field, so that it can be pasted and filled in by the telephone. Its form is sent with the sixth digit. */
export default function OneTimeCodeField(field: FieldWidgetProps<string, OneTimeCodeProps>) {
  const { value = '', onChange, onBlur, readonly, placeholder, props } = field
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  useEffect(() => {
    if (!typed.current || !isWholeCode(value)) return
    typed.current = false
    input.current?.form?.requestSubmit()
  }, [value])
  return (
    <input
      {...controlAttributes(field)}
      ref={(element) => {
        input.current = element
        return element && props.autofocus === true ? autoFocus(element) : undefined
      }}
      className="pf-input pf-ltr"
      type="text"
      dir="ltr"
      style={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '0.15em' }}
      inputMode={props.free ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={props.free ? 40 : 12}
      readOnly={readonly}
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        const code = readCode(event.target.value, props.free === true)
        typed.current = code !== value
        onChange(code)
      }}
      onBlur={onBlur}
    />
  )
}
