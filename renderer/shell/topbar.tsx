import type { ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { HelpButton } from '#renderer/help/help-button.tsx'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'
import { PinButton } from './pin-button.tsx'
import type { PinnedPage } from './pinned-pages.ts'
import { PanelLink } from './panel-link.tsx'

interface TopbarProps {
  pinned: readonly PinnedPage[]
  /** Whether pages may have a help button. */
  help: boolean
  children?: ReactNode
}

/** The trail to the open page, as the grid or the screen sent it, and the help of the page. */
export function Topbar({ pinned, help, children }: TopbarProps) {
  const { t } = useLocale()
  const crumbs = usePageHeadStore((state) => state.head.breadcrumbs) ?? []
  return (
    <div className="pk-topbar">
      {children}
      <nav aria-label={t('shell.breadcrumbs')}>
        <ol>
          {crumbs.map((crumb, at) => (
            <li key={`${at}-${crumb.title}`}>
              {crumb.to !== undefined && at < crumbs.length - 1 ? (
                <PanelLink to={crumb.to}>
                  <bdi>{crumb.title}</bdi>
                </PanelLink>
              ) : (
                <span aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
                  <bdi>{crumb.title}</bdi>
                </span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <PinButton pinned={pinned} />
      {help && <HelpButton />}
    </div>
  )
}
