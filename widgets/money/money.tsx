import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals, currencyUnit, decimalsOf } from '#schemas/rules/numbers/money.ts'
import { NumberControl, useLocale, useSiteSettings, type FieldWidgetProps } from '#renderer'

interface MoneyProps extends Record<string, unknown> {
  currency?: string
  /** The field that says the currency; while it is empty, none is known. */
  currency_by?: string
  decimals?: number
  step?: number
}

export default function MoneyField(field: FieldWidgetProps<string | number, MoneyProps>) {
  const site = useSiteSettings()
  const {
    schema,
    props: { currency: named, currency_by: by, step, ...props },
  } = field
  const isOpen = by !== undefined && !named
  const { locale } = useLocale()
  const currency = named ?? site.currency
  const decimals = props.decimals ?? (named === undefined ? site.amountDecimals : undefined) ?? currencyDecimals(currency)
  const amount = toDecimal(field.value) ?? ''
  const shown = isOpen ? undefined : decimalsOf(amount, currency, decimals)
  const types = ([] as unknown[]).concat(schema.type ?? 'string')
  return (
    <NumberControl
      field={field}
      decimals={types.includes('integer') ? 0 : isOpen ? undefined : decimals}
      fixed={types.includes('integer') ? 0 : shown}
      step={step}
      asText={types.includes('string')}
      unit={isOpen ? undefined : currencyUnit(currency, locale, amount || '0')}
    />
  )
}
