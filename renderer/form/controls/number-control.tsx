import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { multiplyDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { boxAttributes, controlAttributes } from './control-attributes.ts'
import {
  editTyped,
  isExact,
  isForeign,
  isSecondSeparator,
  readHeld,
  readTyped,
  showTyped,
  stepTyped,
  type NumberFault,
  type NumberShape,
} from './typed-number.ts'
import { useProblem } from './use-problem.ts'
import { writeText } from './text/write-text.ts'

interface NumberControlProps {
  field: FieldWidgetProps<number | string>
  /** Most decimals that are typed; any when left out. */
  decimals?: number
  /** Shown with exactly this many decimals while the user is not typing. */
  fixed?: number
  grouping?: boolean
  step?: number
  /** Kept as a decimal string, exact at any length; as a JSON number otherwise. */
  asText: boolean
  /** Unit of the number, at the end of the field. */
  unit?: string
}

const most = 60

/**
 * A number typed in Latin, Persian or Arabic digits and grouped while typing; arrow keys and Page keys count up and
 * down. Text that is not a valid number stays as typed, and the form cannot be sent.
 */
export default function NumberControl({ field, decimals = 30, fixed, grouping = true, step, asText, unit }: NumberControlProps) {
  const { id, label, value, onChange, onBlur, disabled, readonly, placeholder, schema } = field
  const { locale, t } = useLocale()
  const [typing, setTyping] = useState<{ text: string; value: unknown; held?: NumberFault | 'inexact' }>()
  const bounds = boundsOf(schema)
  const stored = value === undefined || value === null || value === '' ? '' : toDecimal(value)
  const atRest = stored && fixed !== undefined ? roundDecimal(stored, fixed) : stored
  const own = typing && Object.is(typing.value, value ?? undefined) ? typing : undefined
  const shape: NumberShape = {
    locale,
    grouping,
    negative: bounds.min === undefined || bounds.min.startsWith('-'),
    decimals: Math.max(decimals, own?.held ? 0 : (stored?.split('.')[1]?.length ?? 0)),
  }
  const typed = own?.text ?? atRest
  // Text that is not a number was typed by a user, here or before this control was drawn.
  const isHeld = own ? own.held !== undefined && own.held !== 'inexact' : atRest === undefined
  const shown = isHeld ? (own?.text ?? String(value)) : showTyped(typed ?? '', shape)
  const fault = own ? own.held : faultOf(value, stored, asText)
  const problem = fault && sentenceOf(fault)
  useProblem(field, problem)
  const described =
    [field.describedBy, unit && `${id}-unit`, problem && !field.invalid && `${id}-held`].filter(Boolean).join(' ') || undefined

  function sentenceOf(wrong: NumberFault | 'inexact'): string {
    if (wrong === 'inexact') return t('form.number.inexact')
    if (wrong === 'negative') return ruleMessage(locale, 'rules.min_value', { label, min: 0 })
    if (wrong === 'decimals') return ruleMessage(locale, 'rules.decimal_places', { label, decimals: shape.decimals })
    return ruleMessage(locale, wrong === 'whole' ? 'rules.type_integer' : 'rules.type_number', { label })
  }
  /** Stores invalid text as it was typed: the form reports it and is not sent. */
  function holdText(input: HTMLInputElement, given: string, held: NumberFault | 'inexact', caret: number): void {
    const text = held === 'inexact' ? given : localiseDigits(given, locale)
    const next = text.trim() || undefined
    setTyping({ text, value: next, held: next === undefined ? undefined : held })
    onChange(next)
    writeText(input, held === 'inexact' ? showTyped(text, shape) : text, caret)
  }
  /** Accepts an incomplete number, e.g. `-` or `1.`; false if it has too many digits. */
  function take(text: string): boolean {
    const number = readTyped(text)
    if (text.length > most || (number !== undefined && !asText && !isExact(number))) return false
    const next = number === undefined ? undefined : asText ? number : Number(number)
    setTyping({ text, value: next })
    onChange(next)
    return true
  }
  function type({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const { inputType, data } = nativeEvent as InputEvent
    const { value: raw } = target
    const caret = target.selectionStart ?? raw.length
    const others = raw.slice(0, caret - 1) + raw.slice(caret)
    if (inputType === 'insertText' && data?.length === 1 && (isForeign(data) || (isHeld && isSecondSeparator(data, others, locale)))) {
      writeText(target, shown, caret - 1)
      return
    }
    const edit = isHeld ? { held: raw } : editTyped({ shown, raw, caret, forward: inputType === 'deleteContentForward' }, shape)
    const read = 'held' in edit ? readHeld(edit.held, shape) : edit
    if ('fault' in read) {
      holdText(target, raw, read.fault, caret)
      return
    }
    const at = 'caret' in edit ? edit.caret : caret
    if (take(read.typed)) writeText(target, showTyped(read.typed, shape), at)
    else holdText(target, read.typed, 'inexact', at)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const by = steps[event.key]
    if (!by || isHeld || disabled || readonly || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = stepTyped(readTyped(typed ?? ''), multiplyDecimal(by, toDecimal(step ?? schema.multipleOf) ?? '1'), bounds)
    const text = showTyped(next, shape)
    if (take(next)) writeText(event.currentTarget, text, text.length)
  }
  return (
    <>
      <div
        className="pf-input pf-box pf-number"
        {...boxAttributes({ disabled, readonly, invalid: field.invalid || problem !== undefined })}
      >
        <input
          {...controlAttributes({ ...field, invalid: field.invalid || problem !== undefined, describedBy: described })}
          type="text"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          dir="ltr"
          autoComplete="off"
          readOnly={readonly}
          placeholder={placeholder}
          value={shown}
          onChange={type}
          onKeyDown={onKeyDown}
          onFocus={() => {
            if (!isHeld && stored && atRest !== stored && typed === atRest && roundDecimal(atRest ?? '', 30) !== roundDecimal(stored, 30))
              setTyping({ text: stored, value })
          }}
          onBlur={() => {
            if (!isHeld) setTyping(undefined)
            onBlur()
          }}
        />
        {unit && (
          <span className="pf-unit" id={`${id}-unit`}>
            {unit}
          </span>
        )}
      </div>
      {problem && !field.invalid && (
        <p className="pf-error" id={`${id}-held`} role="status">
          {problem}
        </p>
      )}
    </>
  )
}

/** The error of a value that was not typed into this control: an earlier control may have stored it. */
function faultOf(value: unknown, stored: string | undefined, asText: boolean): NumberFault | 'inexact' | undefined {
  if (stored === undefined) return Number.isFinite(Number(value)) ? undefined : 'none'
  return !asText && typeof value === 'string' && stored !== '' && !isExact(stored) ? 'inexact' : undefined
}

const steps: Record<string, string> = { ArrowUp: '1', ArrowDown: '-1', PageUp: '10', PageDown: '-10' }

/** Limits from the schema and the rules; counting with the keyboard stops at them. */
function boundsOf(schema: Record<string, unknown>): { min?: string; max?: string } {
  const rules = new Map(parseRules(typeof schema.rules === 'string' ? schema.rules : '').map(({ name, args }) => [name as string, args]))
  return {
    min:
      toDecimal(schema.minimum) ??
      toDecimal(schema.exclusiveMinimum) ??
      toDecimal(rules.get('min_value')?.[0] ?? rules.get('between')?.[0]),
    max:
      toDecimal(schema.maximum) ??
      toDecimal(schema.exclusiveMaximum) ??
      toDecimal(rules.get('max_value')?.[0] ?? rules.get('between')?.[1]),
  }
}
