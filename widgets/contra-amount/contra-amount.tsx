import { trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals, decimalsOf } from '#schemas/rules/numbers/money.ts'
import { NumberControl, useLocale, useSiteSettings, type FieldWidgetProps } from '#renderer'
import { missingAmount } from './missing-amount.ts'
import { useTexts } from './use-texts.ts'
import './contra-amount.css'

interface ContraProps extends Record<string, unknown> {
  side: 'debtor' | 'creditor'
  difference?: string | number | null
  other?: string | number | null
  currency?: string
  /** The field that says the currency; while it is empty, none is known. */
  currency_by?: string
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** An amount that offers what is missing for a balance. */
export default function ContraAmountField(field: FieldWidgetProps<string | number, ContraProps>) {
  const { value, onChange, onBlur, disabled, readonly, props } = field
  const site = useSiteSettings()
  const { formatNumber } = useLocale()
  const say = useTexts()
  const currency = props.currency ?? site.currency
  const missing = isEmpty(value) && isEmpty(props.other) && !disabled && !readonly ? missingAmount(props.side, props.difference) : undefined
  const isOpen = props.currency_by !== undefined && !props.currency
  const decimals = isOpen ? undefined : currencyDecimals(currency)

  function take(): void {
    onChange(missing)
    onBlur()
  }
  return (
    <div
      className="pw-contra"
      onKeyDown={(event) => {
        if (event.key !== '=' || missing === undefined) return
        event.preventDefault()
        take()
      }}
    >
      <NumberControl field={field} decimals={decimals} fixed={isOpen ? undefined : decimalsOf(value ?? '', currency)} asText />
      {missing !== undefined && (
        <button type="button" tabIndex={-1} className="pf-link pw-contra-offer" onClick={take}>
          {say('offer', { amount: formatNumber(trimDecimal(missing)) })}
        </button>
      )}
    </div>
  )
}
