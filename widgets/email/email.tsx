import { AddressControl, type FieldWidgetProps } from '#renderer'
import { cleanAddress } from './clean-address.ts'

export default function EmailField(field: FieldWidgetProps<string>) {
  return <AddressControl field={field} icon="mail" inputMode="email" placeholder="name@example.com" clean={cleanAddress} />
}
