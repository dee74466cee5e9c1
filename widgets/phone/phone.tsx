import { PhoneControl, type FieldWidgetProps } from '#renderer'

interface PhoneProps extends Record<string, unknown> { country_code?: string | number | false }

export default function PhoneField(field: FieldWidgetProps<Record<string, unknown> | string | number, PhoneProps>) {
  return <PhoneControl field={field} kind="phone" countryCode={field.props.country_code} />
}
