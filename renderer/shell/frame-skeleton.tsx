import { useLocale } from '#renderer/locale/use-locale.ts'
import { isSignedIn } from '#renderer/session/session.ts'

/** The frame's outline while routes and layout are on their way. */
export function FrameSkeleton() {
  const { t } = useLocale()
  return (
    <div className={isSignedIn() ? 'pk-frame pk-frame-loading' : 'pk-auth'} role="status" aria-label={t('shell.loading')}>
      {isSignedIn() && <><div className="pk-navbar" aria-hidden="true" /><div className="pk-body" aria-hidden="true"><div className="pk-sidebar pk-sidebar-loading">{Array.from({ length: 8 }, (_, at) => <span key={at} className="pk-skeleton" />)}</div></div></>}
      <span className="pk-loading-bar" aria-hidden="true" />
    </div>
  )
}
