import { useLocale } from '#renderer/locale/use-locale.ts'

/** What stands in the place of something that is on its way: 70 px high, quiet for the first moment. */
export function Loading() {
  const { t } = useLocale()
  return (
    <div className="pk-loading" role="status">
      <span className="pk-visually-hidden">{t('shell.loading')}</span>
      <span className="pk-loading-bar" aria-hidden="true" />
    </div>
  )
}
