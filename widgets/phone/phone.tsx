import { PhoneControl, useSiteSettings, type FieldWidgetProps } from '#renderer'

interface PhoneProps extends Record<string, unknown> {
  country_code?: string | number | false
}

export default function PhoneField(field: FieldWidgetProps<Record<string, unknown> | string | number, PhoneProps>) {
  const { countryCode } = useSiteSettings()
  return <PhoneControl field={field} kind="phone" countryCode={field.props.country_code ?? countryCode} />
}
