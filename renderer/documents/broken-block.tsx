import { useEffect, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { findProblems, type CheckedKind, type Problem } from './find-problems.ts'

interface BrokenBlockProps {
  document: string
  pointer: string
  kind: CheckedKind
  value?: unknown
  error: unknown
  retry: () => void
}

/** Shows the problem of a document instead of its part. It is part of the first load, since it must work without the network. */
export function BrokenBlock({ document, pointer, kind, value, error, retry }: BrokenBlockProps) {
  const { t } = useLocale()
  const [problems, setProblems] = useState<Problem[]>([])
  useEffect(() => {
    let shown = true
    if (value !== undefined)
      void findProblems(kind, value).then(
        (found) => {
          if (shown) setProblems(found)
        },
        () => undefined,
      )
    return () => {
      shown = false
    }
  }, [kind, value])
  return (
    <section className="pk-broken" role="alert">
      <h2>{t('blocks.broken_title')}</h2>
      <p>{t('blocks.broken_document', { name: document })}</p>
      {problems.length === 0 && <p>{t('blocks.broken_at', { pointer: pointer || '/' })}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={problem.pointer + problem.message}>
            <code dir="ltr">{pointer + (problem.pointer === '/' && pointer ? '' : problem.pointer)}</code>{' '}
            <span dir="ltr">{problem.message}</span>
          </li>
        ))}
      </ul>
      {problems.length === 0 && (
        <p>
          <code dir="ltr">{error instanceof Error ? error.message : String(error)}</code>
        </p>
      )}
      <button type="button" className="pk-button" onClick={retry}>
        {t('blocks.retry')}
      </button>
    </section>
  )
}
