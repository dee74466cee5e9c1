import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals, currencyUnit } from '#schemas/rules/numbers/money.ts'
import { NumberControl, useLocale, useSiteSettings, type FieldWidgetProps } from '#renderer'

interface MoneyProps extends Record<string, unknown> {
  currency?: string
  decimals?: number
  step?: number
}

export default function MoneyField(field: FieldWidgetProps<string | number, MoneyProps>) {
  const site = useSiteSettings()
  const {
    schema,
    props: { currency: named, decimals = named === undefined ? site.amountDecimals : currencyDecimals(named), step },
  } = field
  const { locale } = useLocale()
  const currency = named ?? site.currency
  // A stored amount with more decimals than its currency is shown unrounded.
  const shown = Math.max(decimals, (toDecimal(field.value) ?? '').split('.')[1]?.length ?? 0)
  const types = ([] as unknown[]).concat(schema.type ?? 'string')
  return (
    <NumberControl
      field={field}
      decimals={types.includes('integer') ? 0 : shown}
      fixed={types.includes('integer') ? 0 : shown}
      step={step}
      asText={types.includes('string')}
      unit={currencyUnit(currency, locale, toDecimal(field.value) ?? '0')}
    />
  )
}
