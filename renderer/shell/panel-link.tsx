import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { refreshPage } from '#renderer/api/refresh.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { prefetchRoute } from '#renderer/screen/prefetch-route.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { hrefOf, isInternal, matchRoute } from '#renderer/routing/route-table.ts'
import type { Target } from '#schemas/types/contract.d.ts'

interface PanelLinkProps {
  to: Target
  children: ReactNode
  className?: string
  title?: string
  current?: boolean
  onFollow?: () => void
  'aria-label'?: string
  'data-unread'?: boolean
}

/** A link of a document. Hovering fetches the page ahead; following the one that is open refreshes it. */
export function PanelLink({ to, children, current, onFollow, ...rest }: PanelLinkProps) {
  const routes = useRoutes((state) => state.routes)
  const { pathname, search } = useLocation()
  const { t } = useLocale()
  const href = hrefOf(to, routes ?? [])
  const leads =
    href !== null && (!isInternal(href) || !routes?.length || matchRoute(routes, new URL(href, window.location.href).pathname) !== null)
  if (!leads)
    return (
      <span {...rest} aria-disabled="true" title={t('shell.dead_link')}>
        {children}
      </span>
    )
  if (!isInternal(href))
    return (
      <a href={href} {...rest} rel="noopener noreferrer" onClick={onFollow}>
        {children}
      </a>
    )
  const onClick = (event: MouseEvent) => {
    onFollow?.()
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    if (href === pathname || href === pathname + search) {
      event.preventDefault()
      refreshPage()
    }
  }
  const ahead = () => {
    if (href !== pathname) prefetchRoute(href)
  }
  return (
    <Link to={href} {...rest} aria-current={current ? 'page' : undefined} onClick={onClick} onPointerEnter={ahead} onFocus={ahead}>
      {children}
    </Link>
  )
}
