import { useMemo, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { refreshPage } from '#renderer/api/refresh.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { prefetchRoute } from '#renderer/screen/prefetch-route.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { hrefOf, isInternal, matchRoute, type Route } from '#renderer/routing/route-table.ts'
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
  // A menu of a hundred links is drawn again with each page, and where they lead stays the same.
  const { href, isInside, leads } = useMemo(() => whereTo(to, routes ?? []), [to, routes])
  if (!leads)
    return (
      <span {...rest} aria-disabled="true" title={t('shell.dead_link')}>
        {children}
      </span>
    )
  if (!isInside)
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

/** Address of a target, whether it is one of the panel, and whether anything is there: a route that exists, or a place elsewhere. */
function whereTo(to: Target, routes: readonly Route[]) {
  const href = hrefOf(to, routes)
  if (href === null) return { href: '', isInside: false, leads: false }
  const isInside = isInternal(href)
  const leads = !isInside || routes.length === 0 || matchRoute(routes, new URL(href, window.location.href).pathname) !== null
  return { href, isInside, leads }
}
