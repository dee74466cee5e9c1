import { lazy, Suspense, useRef, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { countAgain, useUnreadCount } from './use-unread-count.ts'

const NotificationPanel = lazy(() => import('./notification-panel.tsx'))
const mostShown = 99

/** The bell of the top bar with the number of unread notifications, and the panel that it opens. */
export function Bell() {
  const { t, formatNumber } = useLocale()
  const count = useUnreadCount()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = count > 0 ? t('shell.notifications_unread', { count }) : t('shell.notifications')
  function close(): void {
    setOpen(false)
    countAgain()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pk-icon-button pk-bell"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {count > 0 && (
          <span className="pk-bell-count" aria-hidden="true">
            {count > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(count)}
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <NotificationPanel opener={button.current} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
