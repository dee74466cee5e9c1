import type { CallFailure } from '#renderer/api/call-failure.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { failureSentence } from './failure-sentence.ts'

/** Why something could not be read, with a button that tries again; nothing where nothing is told. */
export function FailedRead({ failure, onRetry }: { failure: CallFailure | undefined; onRetry: () => void }) {
  const { t } = useLocale()
  const sentence = failureSentence(failure)
  if (sentence === undefined) return null
  return (
    <div className="tl-failed" role="alert">
      <p>{sentence}</p>
      <button type="button" className="pk-button" onClick={onRetry}>
        {t('blocks.retry')}
      </button>
    </div>
  )
}
