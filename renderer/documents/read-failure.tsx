import type { CallFailure } from '#renderer/api/call-failure.ts'
import { NotFoundPage } from './error-pages.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'

interface ReadFailureProps {
  text: string
  /** What is not there is said to be missing, and what is refused in the server's words: neither is tried again. */
  failure?: CallFailure
  onRetry: () => void
}

/** Says that something could not be read, in a line with a button that tries again. */
export function ReadFailure({ text, failure, onRetry }: ReadFailureProps) {
  const { t } = useLocale()
  if (failure?.status === 404) return <NotFoundPage part record />
  if (failure?.status === 403)
    return (
      <p className="pf-text" role="alert">
        <bdi>{failure.userMessage}</bdi>
      </p>
    )
  return (
    <p className="pf-text" role="alert">
      {text}{' '}
      <button type="button" className="pf-link" onClick={onRetry}>
        {t('blocks.retry')}
      </button>
    </p>
  )
}
