import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { usePageHead } from './page-head.ts'

interface MessagePageProps { code?: string; title: string; text?: string; children?: ReactNode }

/** A page that only tells something. */
export function MessagePage({ code, title, text, children }: MessagePageProps) {
  usePageHead(null)
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => { document.title = before }
  }, [title])
  return (
    <div className="pk-message-page">
      {code && <p className="pk-message-code" aria-hidden="true">{code}</p>}
      <h1><bdi>{title}</bdi></h1>
      {text && <p dir="auto">{text}</p>}
      {children && <div className="pk-message-actions">{children}</div>}
    </div>
  )
}

/** For paths that no document describes, and for records that are not there. */
export function NotFoundPage() {
  const { t, formatDigits } = useLocale()
  return (
    <MessagePage code={formatDigits('404')} title={t('pages.not_found')}>
      <Link className="pk-button pk-button-primary" to="/">{t('pages.back_home')}</Link>
    </MessagePage>
  )
}

/** For a page that the server failed to answer. */
export function ServerErrorPage({ message, retry, busy = false }: { message?: string; retry: () => void; busy?: boolean }) {
  const { t, formatDigits } = useLocale()
  return (
    <MessagePage code={formatDigits('500')} title={t('pages.server_title')} text={message || t('pages.server_text')}>
      <button type="button" className="pk-button pk-button-primary" onClick={retry} disabled={busy} aria-busy={busy}>{t('shell.reload')}</button>
    </MessagePage>
  )
}

/** For a page that a signed-in user may not see, in its place. */
export function DeniedPage({ message }: { message?: string }) {
  const { t } = useLocale()
  return <MessagePage title={t('pages.denied')} text={message} />
}
