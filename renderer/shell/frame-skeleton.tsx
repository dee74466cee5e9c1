import { useLocale } from '#renderer/locale/use-locale.ts'
import { isSignedIn } from '#renderer/session/session.ts'

/** The frame's outline while routes and layout are on their way: bar, menu and page as bones, one sentence for who cannot see them. */
export function FrameSkeleton() {
  const { t } = useLocale()
  const status = (
    <p className="pk-visually-hidden" role="status">
      {t('shell.loading')}
    </p>
  )
  if (!isSignedIn())
    return (
      <div className="pk-auth">
        {status}
        <span className="pk-loading-bar" aria-hidden="true" />
      </div>
    )
  return (
    <div className="pk-frame pk-frame-loading" aria-busy="true">
      {status}
      <div className="pk-navbar" aria-hidden="true">
        <Bones count={2} />
        <span className="pk-spacer" />
        <Bones count={3} />
      </div>
      <div className="pk-body" aria-hidden="true">
        <div className="pk-sidebar">
          <Bones count={8} />
        </div>
        <div className="pk-column">
          <div className="pk-page-loading">
            <Bones count={9} />
          </div>
        </div>
      </div>
    </div>
  )
}

const Bones = ({ count }: { count: number }) => Array.from({ length: count }, (_, at) => <span key={at} className="pk-skeleton" />)
