import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { multiplyDecimal, roundDecimal, toDecimal } from '#schemas/rules/decimal.ts'
import { parseRules } from '#schemas/rules/rule-string.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { controlAttributes } from './control-attributes.ts'
import { editTyped, isExact, readTyped, showTyped, stepTyped, type NumberShape } from './typed-number.ts'
import { writeText } from './write-text.ts'

interface NumberControlProps {
  field: FieldWidgetProps<number | string>
  /** Most decimals that are typed; any when left out. */
  decimals?: number
  /** Shown with exactly so many decimals while nobody types. */
  fixed?: number
  grouping?: boolean
  step?: number
  /** Kept as a decimal string, exact at any length; as a JSON number otherwise. */
  asText: boolean
  /** What is counted, at the end of the field. */
  unit?: string
}

const most = 60

/** A number typed in Latin, Persian or Arabic digits, grouped while it is typed; arrow keys and Page keys count up and down. */
export default function NumberControl({ field, decimals = 30, fixed, grouping = true, step, asText, unit }: NumberControlProps) {
  const { id, value, onChange, onBlur, disabled, readonly, placeholder, schema } = field
  const { locale, t } = useLocale()
  const [typing, setTyping] = useState<{ text: string; value: unknown }>()
  const [refused, setRefused] = useState(false)
  const bounds = boundsOf(schema)
  const stored = value === undefined || value === null || value === '' ? '' : toDecimal(value)
  const shape: NumberShape = { locale, grouping, negative: bounds.min === undefined || bounds.min.startsWith('-'), decimals: Math.max(decimals, stored?.split('.')[1]?.length ?? 0) }
  const atRest = stored && fixed !== undefined ? roundDecimal(stored, fixed) : stored
  const typed = typing && Object.is(typing.value, value ?? undefined) ? typing.text : atRest
  const shown = typed === undefined ? String(value) : showTyped(typed, shape)
  const described = [field.describedBy, unit && `${id}-unit`, refused && `${id}-refused`].filter(Boolean).join(' ') || undefined

  function take(text: string): boolean {
    const number = readTyped(text)
    const isHeld = text.length <= most && (number === undefined || asText || isExact(number))
    setRefused(!isHeld)
    if (!isHeld) return false
    const next = number === undefined ? undefined : asText ? number : Number(number)
    setTyping({ text, value: next })
    onChange(next)
    return true
  }
  function type({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const forward = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const edit = editTyped({ shown, raw: target.value, caret: target.selectionStart ?? target.value.length, forward }, shape)
    if (take(edit.typed)) writeText(target, showTyped(edit.typed, shape), edit.caret)
    else writeText(target, shown, Math.max(0, (target.selectionStart ?? 0) - Math.max(0, target.value.length - shown.length)))
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const by = steps[event.key]
    if (!by || disabled || readonly || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = stepTyped(readTyped(typed ?? ''), multiplyDecimal(by, toDecimal(step ?? schema.multipleOf) ?? '1'), bounds)
    const text = showTyped(next, shape)
    if (take(next)) writeText(event.currentTarget, text, text.length)
  }
  return (
    <>
      <div className="pf-input pf-box pf-number" data-disabled={disabled || undefined} data-readonly={readonly || undefined} data-invalid={field.invalid || undefined}>
        <input
          {...controlAttributes(field)} aria-describedby={described} type="text" inputMode={decimals === 0 ? 'numeric' : 'decimal'} dir="ltr" autoComplete="off" readOnly={readonly} placeholder={placeholder}
          value={shown} onChange={type} onKeyDown={onKeyDown}
          onFocus={() => { if (stored && atRest !== stored && typed === atRest && roundDecimal(atRest ?? '', 30) !== roundDecimal(stored, 30)) setTyping({ text: stored, value }) }}
          onBlur={() => { setTyping(undefined); setRefused(false); onBlur() }}
        />
        {unit && <span className="pf-unit" id={`${id}-unit`}>{unit}</span>}
      </div>
      {refused && <p className="pf-error" id={`${id}-refused`} role="status">{t('form.number.inexact')}</p>}
    </>
  )
}

const steps: Record<string, string> = { ArrowUp: '1', ArrowDown: '-1', PageUp: '10', PageDown: '-10' }

/** Bounds of schema and rules; what a keyboard counts to includes them. */
function boundsOf(schema: Record<string, unknown>): { min?: string; max?: string } {
  const rules = new Map(parseRules(typeof schema.rules === 'string' ? schema.rules : '').map(({ name, args }) => [name as string, args]))
  return {
    min: toDecimal(schema.minimum) ?? toDecimal(schema.exclusiveMinimum) ?? toDecimal(rules.get('min_value')?.[0] ?? rules.get('between')?.[0]),
    max: toDecimal(schema.maximum) ?? toDecimal(schema.exclusiveMaximum) ?? toDecimal(rules.get('max_value')?.[0] ?? rules.get('between')?.[1]),
  }
}
