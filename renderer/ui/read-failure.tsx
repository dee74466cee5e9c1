import { useLocale } from '#renderer/locale/use-locale.ts'

/** Says that something could not be read, in a line with a button that tries again. */
export function ReadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useLocale()
  return (
    <p className="pf-text" role="alert">
      {text}{' '}
      <button type="button" className="pf-link" onClick={onRetry}>
        {t('blocks.retry')}
      </button>
    </p>
  )
}
