import { useLocale } from '#renderer/locale/use-locale.ts'
import type { RestoredDraft } from './use-draft.ts'

/** Reports that unsaved data from before the end of a session was restored. */
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
