import { AddressControl, Icon, useLocale, type FieldWidgetProps } from '#renderer'
import { completeAddress, linkOf } from './web-address.ts'

export default function UrlField(field: FieldWidgetProps<string>) {
  const { t } = useLocale()
  const link = linkOf(field.value ? String(field.value) : '')
  return (
    <AddressControl field={field} icon="link" inputMode="url" placeholder="https://" clean={completeAddress}>
      {link && (
        <a
          className="pf-box-button"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('form.url.open')}
          title={t('form.url.open')}
        >
          <Icon name="external" size={16} />
        </a>
      )}
    </AddressControl>
  )
}
