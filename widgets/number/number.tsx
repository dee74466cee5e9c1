import { NumberControl, type FieldWidgetProps } from '#renderer'

interface NumberProps extends Record<string, unknown> {
  decimals?: number
  grouping?: boolean
  step?: number
  unit?: string
}

/** Whole numbers of at most four digits, such as years, are read without grouping; decimals are grouped as lists do. */
const isShort = ({ format, maximum }: Record<string, unknown>): boolean =>
  format !== 'decimal' && typeof maximum === 'number' && maximum <= 9999

export default function NumberField(field: FieldWidgetProps<number | string, NumberProps>) {
  const { schema, props } = field
  const types = ([] as unknown[]).concat(schema.type ?? 'number')
  const isWhole = types.includes('integer') && !types.includes('number')
  return (
    <NumberControl
      field={field}
      decimals={isWhole ? 0 : props.decimals}
      grouping={props.grouping ?? !isShort(schema)}
      step={props.step}
      unit={props.unit}
      asText={types.includes('string')}
    />
  )
}
