import { PhoneControl, useSiteSettings, type FieldWidgetProps } from '#renderer'

interface MobileProps extends Record<string, unknown> {
  country_code?: string | number | false
}

export default function MobileField(field: FieldWidgetProps<Record<string, unknown> | string | number, MobileProps>) {
  const { countryCode } = useSiteSettings()
  return <PhoneControl field={field} kind="mobile" countryCode={field.props.country_code ?? countryCode} />
}
