import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { refreshPage } from '#renderer/action/refresh.ts'
import { prefetchRoute } from '#renderer/screen/prefetch-route.ts'
import { useRoutes } from '#renderer/screen/route-store.ts'
import { hrefOf, isInternal } from '#renderer/screen/route-table.ts'
import type { Target } from '#schemas/types/contract.d.ts'

interface PanelLinkProps {
  to: Target
  children: ReactNode
  className?: string
  title?: string
  current?: boolean
  onFollow?: () => void
  'aria-label'?: string
}

/** A link of a document. Hovering fetches the page ahead; following the one that is open refreshes it. */
export function PanelLink({ to, children, current, onFollow, ...rest }: PanelLinkProps) {
  const routes = useRoutes(state => state.routes)
  const { pathname, search } = useLocation()
  const href = hrefOf(to, routes ?? [])
  if (href === null) return <span {...rest} aria-disabled="true">{children}</span>
  if (!isInternal(href)) return <a href={href} {...rest} rel="noopener noreferrer" onClick={onFollow}>{children}</a>
  const onClick = (event: MouseEvent) => {
    onFollow?.()
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    if (href === pathname || href === pathname + search) {
      event.preventDefault()
      refreshPage()
    }
  }
  const ahead = () => { if (href !== pathname) prefetchRoute(href) }
  return <Link to={href} {...rest} aria-current={current ? 'page' : undefined} onClick={onClick} onPointerEnter={ahead} onFocus={ahead}>{children}</Link>
}
