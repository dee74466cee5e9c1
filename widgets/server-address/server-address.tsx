import { noValue } from '#schemas/rules/text/plain-text.ts'
import { copyAndTell, useLocale, type CellProps } from '#renderer'

/** A path of this server (`/s/k7Pm2xQ`), drawn as an address that can be opened, and copied as a whole. */
export default function ServerAddress({ value }: CellProps) {
  const { t } = useLocale()
  if (typeof value !== 'string' || value === '') return noValue
  const address = new URL(value, window.location.href)
  return (
    <span className="grid-code">
      <a href={address.href} target="_blank" rel="noopener noreferrer" dir="ltr" title={address.href}>
        {address.host + address.pathname}
      </a>
      <button
        type="button"
        data-part="copy"
        aria-label={t('grid.copy')}
        title={t('grid.copy')}
        onClick={() => void copyAndTell(address.href)}
      />
    </span>
  )
}
