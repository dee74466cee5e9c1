import { useLocation } from 'react-router'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'
import { savePinned, togglePinned, type PinnedPage } from './pinned-pages.ts'

/** Pins the open page to the menu and the search, and takes it from there. */
export function PinButton({ pinned }: { pinned: readonly PinnedPage[] }) {
  const { t } = useLocale()
  const { pathname } = useLocation()
  const title = usePageHeadStore((state) => state.head.title)
  if (!title || pathname === '/') return null
  const isPinned = pinned.some(({ path }) => path === pathname)
  const label = t(isPinned ? 'shell.unpin' : 'shell.pin')
  return (
    <button
      type="button"
      className="pk-icon-button pk-pin"
      aria-pressed={isPinned}
      aria-label={t('shell.pin')}
      title={label}
      onClick={() => void savePinned(togglePinned(pinned, { title, path: pathname }))}
    >
      <Icon name="pushpin" size={14} />
    </button>
  )
}
