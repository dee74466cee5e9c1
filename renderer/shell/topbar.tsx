import type { ReactNode } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'
import { PinButton } from './pin-button.tsx'
import type { PinnedPage } from './pinned-pages.ts'
import { PanelLink } from './panel-link.tsx'

/** The trail to the open page, as the grid or the screen sent it. */
export function Topbar({ pinned, children }: { pinned: readonly PinnedPage[]; children?: ReactNode }) {
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
    </div>
  )
}
