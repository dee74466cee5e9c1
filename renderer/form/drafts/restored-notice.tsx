import { useLocale } from '#renderer/locale/use-locale.ts'
import type { RestoredDraft } from './use-draft.ts'

/** Says that what the end of a session had cut off stands in the form again. */
export function RestoredNotice({ savedAt, undo, dismiss }: RestoredDraft) {
  const { t, formatDateTime } = useLocale()
  return (
    <section className="pf-notice" role="status">
      <span>{t('form.draft.restored', { when: formatDateTime(savedAt) })}</span>
      <span className="pf-foot-buttons">
        <button type="button" className="pk-button" onClick={undo}>
          {t('form.draft.undo_restored')}
        </button>
        <button type="button" className="pk-button" onClick={dismiss}>
          {t('form.changed.dismiss')}
        </button>
      </span>
    </section>
  )
}
