import { useState } from 'react'
import { controlAttributes, useLocale, type FieldWidgetProps } from '#renderer'
import { keepTyped, readTyped } from './typed-number.ts'

interface NumberProps extends Record<string, unknown> { decimals?: number; currency?: string }

/** Shown as typed while it is typed, in the digits of the locale afterwards; kept as a number, or as text where the schema keeps decimals as text. */
export default function NumberField(field: FieldWidgetProps<number | string, NumberProps>) {
  const { value, onChange, onBlur, readonly, placeholder, schema, props } = field
  const { formatNumber } = useLocale()
  const [typed, setTyped] = useState<string>()
  const types = ([] as unknown[]).concat(schema.type ?? 'number')
  const whole = types.includes('integer') || props.decimals === 0
  const asText = types.includes('string')
  const negative = typeof schema.minimum === 'number' ? schema.minimum < 0 : true
  const decimals = typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : undefined
  const shown = value === undefined || value === null || value === '' ? '' : formatNumber(value, { grouping: false, decimals })

  function type(text: string): void {
    const kept = keepTyped(text, { decimals: !whole, negative })
    setTyped(kept)
    const number = readTyped(kept)
    onChange(number === undefined ? undefined : asText ? number : Number(number))
  }
  return (
    <div className="pf-number">
      <input
        {...controlAttributes(field)} className="pf-input pf-ltr" type="text" inputMode={whole ? 'numeric' : 'decimal'} dir="ltr" autoComplete="off" readOnly={readonly} placeholder={placeholder}
        value={typed ?? shown} onChange={(event) => type(event.target.value)} onBlur={() => { setTyped(undefined); onBlur() }}
      />
      {props.currency && <span className="pf-unit">{props.currency}</span>}
    </div>
  )
}
