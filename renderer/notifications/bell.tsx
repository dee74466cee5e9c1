import { lazy, Suspense, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useOpenedNotices } from './use-opened-notices.ts'
import { countAgain, useUnreadCount } from './use-unread-count.ts'

const NotificationPanel = lazy(() => import('./notification-panel.tsx'))
const mostShown = 99

/** The bell of the top bar with the number of unread notifications, and the panel that it opens. */
export function Bell() {
  const { t, formatNumber } = useLocale()
  const count = useUnreadCount()
  useOpenedNotices()
  /** The bell while its panel is open. */
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const shown = count > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(count)
  // What is seen is part of the name.
  const label = count > 0 ? t('shell.bell_unread', { number: shown }) : t('shell.bell')
  function close(): void {
    setOpener(null)
    countAgain()
  }
  return (
    <>
      <button
        type="button"
        className="pk-icon-button pk-bell"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={(event) => setOpener(event.currentTarget)}
      >
        <Icon name="bell" />
        {count > 0 && (
          <span className="pk-bell-count" aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      {opener && (
        <Suspense fallback={null}>
          <NotificationPanel unread={count} opener={opener} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
