import { putNewerOff, showNewest, useNewerDocuments } from '#renderer/api/publication.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Says that a newer version of the open page is there. It comes by itself with the next page; what is being filled in stays. */
export function NewerNotice() {
  const { t } = useLocale()
  const { isNewer } = useNewerDocuments()
  if (!isNewer) return null
  return (
    <section className="pk-update pk-newer" role="status">
      <span>{t('shell.newer_documents')}</span>
      <button type="button" className="pk-button pk-button-small" onClick={showNewest}>
        {t('shell.show_newer')}
      </button>
      <button type="button" className="pk-button pk-button-small" onClick={putNewerOff}>
        {t('shell.later')}
      </button>
    </section>
  )
}
