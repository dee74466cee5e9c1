import { autoFocus, controlAttributes, type FieldWidgetProps } from '#renderer'

interface TextProps extends Record<string, unknown> {
  autocomplete?: string
  autofocus?: boolean
  dir?: 'auto' | 'ltr' | 'rtl'
  inputmode?: 'text' | 'tel' | 'url' | 'email' | 'numeric' | 'search'
}

/** Formats whose text runs from left to right in every language. */
const latinFormats: Record<string, TextProps['inputmode']> = { hostname: 'url', uuid: 'text' }

export default function TextField(field: FieldWidgetProps<string, TextProps>) {
  const { value, onChange, onBlur, readonly, placeholder, schema, props } = field
  const format = typeof schema.format === 'string' ? schema.format : ''
  const rules = typeof schema.rules === 'string' ? schema.rules : ''
  const latin = format in latinFormats || /(^|\|)(email|url)(\||:|$)/.test(rules)
  return (
    <input
      {...controlAttributes(field)}
      ref={props.autofocus === true ? autoFocus : undefined}
      className="pf-input"
      type="text"
      readOnly={readonly}
      placeholder={placeholder}
      dir={props.dir ?? (latin ? 'ltr' : value ? 'auto' : undefined)}
      inputMode={props.inputmode ?? latinFormats[format]}
      autoComplete={props.autocomplete ?? 'off'}
      spellCheck={latin ? false : undefined}
      value={typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
