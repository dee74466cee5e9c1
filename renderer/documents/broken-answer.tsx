import { useLocale } from '#renderer/locale/use-locale.ts'
import type { DocumentProblem } from './document-problems.ts'
import { ProblemList } from './document-notice.tsx'

interface BrokenAnswerProps {
  /** Which document or answer: `screen library-book-edit`. */
  document: string
  problems: readonly DocumentProblem[]
  /** Left out if an element next to it retries. */
  retry?: () => void
  busy?: boolean
}

/** Shown instead of a response that is not a valid document: which one, where, and a button to retry. */
export function BrokenAnswer({ document, problems, retry, busy = false }: BrokenAnswerProps) {
  const { t } = useLocale()
  return (
    <section className="pk-broken" role="alert">
      <h2>{t('blocks.broken_title')}</h2>
      <p>
        {t('blocks.unreadable')} <code dir="ltr">{document}</code>
      </p>
      <ProblemList problems={problems} />
      {retry ? (
        <button type="button" className="pk-button" onClick={retry} disabled={busy} aria-busy={busy}>
          {t('shell.reload')}
        </button>
      ) : null}
    </section>
  )
}
