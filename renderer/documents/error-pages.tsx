import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { usePageHead } from '#renderer/ui/page-head.ts'

/** `part`: inside a page, which keeps its own heading. */
interface MessagePageProps {
  code?: string
  title: string
  text?: string
  part?: boolean
  children?: ReactNode
}

/** A page with only a message. */
export function MessagePage({ code, title, text, part = false, children }: MessagePageProps) {
  const Heading = part ? 'h2' : 'h1'
  usePageHead(part ? null : { title, failed: true })
  return (
    <div className="pk-message-page">
      {code && (
        <p className="pk-message-code" aria-hidden="true">
          {code}
        </p>
      )}
      <Heading>
        <bdi>{title}</bdi>
      </Heading>
      {text && <p dir="auto">{text}</p>}
      {children && <div className="pk-message-actions">{children}</div>}
    </div>
  )
}

/** For paths that no document describes, and for records that are not there: those may have been deleted. */
export function NotFoundPage({ part, record = false }: { part?: boolean; record?: boolean }) {
  const { t, formatDigits } = useLocale()
  const navigate = useNavigate()
  return (
    <MessagePage code={formatDigits('404')} title={t('pages.not_found')} text={record ? t('pages.record_gone') : undefined} part={part}>
      {record && window.history.length > 1 && (
        <button type="button" className="pk-button" onClick={() => void navigate(-1)}>
          {t('pages.back')}
        </button>
      )}
      <Link className="pk-button pk-button-primary" to="/">
        {t('pages.back_home')}
      </Link>
    </MessagePage>
  )
}

interface ServerErrorPageProps {
  failure: CallFailure
  fallback?: string
  retry: () => void
  busy?: boolean
  part?: boolean
}

/** For a page whose call failed on the server or did not reach it; it is requested again when the network returns. */
export function ServerErrorPage({ failure, fallback, retry, busy = false, part }: ServerErrorPageProps) {
  const { t, formatDigits } = useLocale()
  const unreached = failure.errorCode === 'network'
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!unreached) return undefined
    const online = () => again()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [unreached])
  return (
    <MessagePage
      code={failure.status >= 500 ? formatDigits(String(failure.status)) : undefined}
      title={t(unreached ? 'pages.unreachable_title' : 'pages.server_title')}
      text={unreached ? t('pages.unreachable_text') : failure.userMessage || fallback || t('pages.server_text')}
      part={part}
    >
      <button type="button" className="pk-button pk-button-primary" onClick={retry} disabled={busy} aria-busy={busy}>
        {t('shell.reload')}
      </button>
    </MessagePage>
  )
}

/** For a page that was refused with a sentence of the server's own, or, without one, that did not reach it. */
export function RefusedPage({ message, retry, busy = false }: { message?: string; retry: () => void; busy?: boolean }) {
  const { t } = useLocale()
  return (
    <MessagePage title={message || t('errors.network')}>
      <button type="button" className="pk-button pk-button-primary" onClick={retry} disabled={busy} aria-busy={busy}>
        {t('blocks.retry')}
      </button>
    </MessagePage>
  )
}

/** For a page that a signed-in user may not see, in its place. */
export function DeniedPage({ message, part }: { message?: string; part?: boolean }) {
  const { t } = useLocale()
  return <MessagePage title={t('pages.denied')} text={message} part={part} />
}
