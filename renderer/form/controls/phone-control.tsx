import { useMemo, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { diallingCodes, zeroIsTrunk } from '#schemas/rules/values/dialling-codes.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import {
  formatPhone,
  homeCode,
  phoneDigits,
  phoneFault,
  readInternational,
  readPasted,
  withoutTrunk,
  type PhoneKind,
} from '#schemas/rules/values/phone.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { Combobox } from './choices/combobox.tsx'
import { boxAttributes, controlAttributes } from './control-attributes.ts'
import { useProblem } from './use-problem.ts'
import { writeText } from './text/write-text.ts'

type PhoneValue = Record<string, unknown>
interface PhoneControlProps {
  field: FieldWidgetProps<PhoneValue | string | number>
  /** Names the number's property and the groups in which it is read. */
  kind: PhoneKind
  /** Country code of a new number, usually the site's own; false: the field has no code. */
  countryCode?: string | number | false
}

/**
 * A telephone number as `{ country_code, phone }` or `{ country_code, mobile }`, or as its digits alone where the schema
 * wants a text. Takes digits of three scripts and nothing else; a number pasted in international writing goes into both parts.
 */
export default function PhoneControl({ field, kind, countryCode }: PhoneControlProps) {
  const { id, label, value, onChange, onBlur, disabled, readonly, schema, placeholder } = field
  const { locale, t } = useLocale()
  const isText = ([] as unknown[]).concat(schema.type ?? 'object').some((type) => type === 'string')
  const asksForCountry = !isText && countryCode !== false
  const parts = typeof value === 'object' && value !== null ? value : { [kind]: value }
  const home = phoneDigits(String(countryCode || '')) || homeCode
  const number = isText ? dialledDigits(String(parts[kind] ?? ''), home) : phoneDigits(String(parts[kind] ?? ''))
  const isNew = value === undefined || value === null
  const code = asksForCountry ? phoneDigits(String((isNew ? countryCode : parts.country_code) ?? '')) : ''
  const write = (text: string, withCode = code !== ''): string => localiseDigits(formatPhone(text, kind, withCode), locale)
  const shown = write(number)
  const fault = phoneFault(value, kind)
  useProblem(field, fault && ruleMessage(locale, fault, { label }))
  const options = useMemo(() => (asksForCountry ? countryOptions(locale) : []), [asksForCountry, locale])
  const chosen = options.find((option) => option.value === code) ?? (code === '' ? undefined : { value: code, title: isolate(code) })
  const codeType =
    ((schema.properties as Record<string, { type?: unknown }> | undefined)?.country_code?.type ?? 'string') === 'integer' ? Number : String

  function keep(next: { code: string; number: string }): void {
    if (isText) onChange(next.number === '' ? undefined : next.number)
    else if (next.number === '' && next.code === phoneDigits(String(countryCode || ''))) onChange(undefined)
    else {
      const { country_code: _code, [kind]: _number, ...others } = parts
      onChange({
        ...others,
        ...(next.code !== '' && { country_code: codeType(next.code) }),
        ...(next.number !== '' && { [kind]: next.number }),
      })
    }
  }
  /** Splits a number in international form into both parts, or converts it to national form if the field has no code. */
  function takeInternational(text: string, input: HTMLInputElement): boolean {
    const found = readPasted(text, kind)
    if (!found) return false
    const next = asksForCountry ? found : { code, number: dialledFrom(home, found) }
    keep(next)
    const shownThen = write(next.number, asksForCountry)
    writeText(input, shownThen, shownThen.length)
    return true
  }
  function type({ target }: ChangeEvent<HTMLInputElement>): void {
    if (target.value.length > 6 && takeInternational(target.value, target)) return
    // A plus begins an international number, like 00; only digits are stored.
    const typed = target.value.replace(/^\s*[+＋]/, '00')
    const before = phoneDigits(typed.slice(0, (target.selectionStart ?? target.value.length) + typed.length - target.value.length)).length
    const next = phoneDigits(typed)
    keep({ code, number: next })
    const text = write(next)
    writeText(target, text, placeBehind(text, before))
  }
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const { currentTarget: input, clipboardData } = event
    const isAll = (input.selectionEnd ?? 0) - (input.selectionStart ?? 0) === input.value.length
    if (isAll && takeInternational(clipboardData.getData('text'), input)) event.preventDefault()
  }
  function dropTrunk(): void {
    const plain = code === '' ? number : withoutTrunk(number, code)
    if (plain !== number) keep({ code, number: plain })
  }
  /** Enter and Tab take the value of a cell over before the input loses the focus. */
  function endByKey({ key }: KeyboardEvent): void {
    if (key === 'Enter' || key === 'Tab') dropTrunk()
  }
  function leave(): void {
    dropTrunk()
    onBlur()
  }
  const box = (
    <div className="pf-input pf-box" {...boxAttributes({ disabled, readonly, invalid: field.invalid })}>
      <input
        {...controlAttributes(field)}
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete={autocompleteOf(field.props.autocomplete, asksForCountry)}
        readOnly={readonly}
        placeholder={placeholder}
        value={shown}
        onChange={type}
        onPaste={paste}
        onKeyDown={endByKey}
        onBlur={leave}
      />
    </div>
  )
  if (!asksForCountry) return box
  return (
    <div className="pf-phone" dir="ltr">
      <label className="pf-unseen" htmlFor={`${id}-country`}>
        {t('form.phone.country')}
      </label>
      <Combobox
        id={`${id}-country`}
        label={t('form.phone.country')}
        describedBy={`${id}-label`}
        options={options}
        chosen={chosen ? [chosen] : []}
        clearable
        placeholder={disabled || readonly ? noValue : t('form.phone.country')}
        disabled={disabled || readonly}
        required={false}
        invalid={field.invalid}
        onChange={([option]) => {
          const next = String(option?.value ?? '')
          keep({ code: next, number: next === '' ? number : withoutTrunk(number, next) })
        }}
        onBlur={onBlur}
      />
      {box}
    </div>
  )
}

/** A number as it is dialled from a country: with its trunk zero at home, behind `00` and its code elsewhere. */
const dialledFrom = (home: string, { code, number }: { code: string; number: string }): string =>
  code === home ? `${zeroIsTrunk.has(home) ? '0' : ''}${number}` : `00${code}${number}`

/** The digits of a number that is stored as text, in international writing or as it is dialled from a country. */
function dialledDigits(stored: string, home: string): string {
  const international = stored.startsWith('+') ? readInternational(stored) : undefined
  return international ? dialledFrom(home, international) : phoneDigits(stored)
}

/** A code with its plus, whole in any direction. */
const isolate = (code: string): string => `\u2066+${code}\u2069`

/** Codes with the names of their countries in the reader's language, in its order. */
function countryOptions(locale: string): { value: string; code: string; title: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return [...diallingCodes]
    .map(([code, regions]) => ({
      value: code,
      name: regions.map((region) => names.of(region) ?? region).join(locale === 'fa' || locale === 'ar' ? '، ' : ', '),
    }))
    .sort((a, b) => compare(a.name, b.name))
    .map(({ value, name }) => ({ value, code: value, title: `${isolate(value)} ${name}` }))
}

/** Place in a number in groups behind so many digits. */
function placeBehind(text: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0 && place < text.length; place++) if (text[place] !== ' ') left--
  return place
}

/** What a browser fills in: beside a country code, `tel` is the number without it. */
const autocompleteOf = (token: unknown, hasCountry: boolean): string =>
  typeof token !== 'string' ? 'off' : hasCountry && token === 'tel' ? 'tel-national' : token
