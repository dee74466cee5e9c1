import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { LayoutAnswer, Target } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import { hrefOf } from '#renderer/routing/route-table.ts'
import { useSession } from '#renderer/session/use-session.ts'
import { BadgeMark, colorOf } from './badge-mark.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'
import type { PinnedPage } from './pinned-pages.ts'
import { PanelLink } from './panel-link.tsx'
import { activeKey, hasIcons, holdsKey, parentBadge, sidebarNodes, trailKey, type MenuCounts, type MenuNode } from './sidebar-items.ts'
import { useMenuCounts } from './use-menu-counts.ts'

interface SidebarProps {
  layout: LayoutAnswer
  collapsed: boolean
  onFollow: () => void
}

/** The main menu: links and groups that open and close; while it is collapsed, icons whose groups open next to them. */
export function Sidebar({ layout, collapsed, onFollow }: SidebarProps) {
  const { t } = useLocale()
  const { isDeveloper } = useSession()
  const routes = useRoutes((state) => state.routes)
  const { pathname, search } = useLocation()
  const counts = useMenuCounts(layout)
  const nodes = useMemo(() => {
    const texts = {
      settings: t('shell.settings'),
      developerTools: t('shell.developer_tools'),
      developer: (tool: string) => t(`shell.developer.${tool}`),
    }
    return sidebarNodes(layout, isDeveloper, texts, counts)
  }, [layout, isDeveloper, t, counts])
  const crumbs = usePageHeadStore((state) => state.head.breadcrumbs)
  const active = useMemo(() => {
    const toHref = (to: Target) => hrefOf(to, routes ?? [])
    return activeKey(nodes, pathname, search, toHref) ?? trailKey(nodes, crumbs ?? [], toHref)
  }, [nodes, pathname, search, routes, crumbs])
  const isDashboard = (node: MenuNode) => node.kind === 'link' && hrefOf(node.to, routes ?? []) === '/'
  return (
    <nav id="pk-sidebar" className="pk-sidebar" aria-label={t('shell.main_menu')} data-collapsed={collapsed}>
      {layout.pinned && <Pinned pages={layout.pinned} collapsed={collapsed} onFollow={onFollow} />}
      <ul>
        {nodes
          .filter((node) => !(collapsed && isDashboard(node)))
          .map((node) => (
            <Entry key={node.key} node={node} active={active} collapsed={collapsed} depth={0} lined counts={counts} onFollow={onFollow} />
          ))}
      </ul>
    </nav>
  )
}

/** Pages that the user has pinned, above the menu. */
function Pinned({ pages, collapsed, onFollow }: { pages: readonly PinnedPage[]; collapsed: boolean; onFollow: () => void }) {
  const { t } = useLocale()
  const node = (page: PinnedPage): MenuNode => ({
    kind: 'link',
    key: `pinned-${page.path}`,
    label: page.title,
    icon: 'pushpin',
    to: page.path,
  })
  return (
    <ul aria-label={t('shell.pinned')} className="pk-side-pinned">
      {pages.map((page) => (
        <Entry key={page.path} node={node(page)} active={null} collapsed={collapsed} depth={0} lined onFollow={onFollow} />
      ))}
    </ul>
  )
}

interface EntryProps {
  node: MenuNode
  active: string | null
  collapsed: boolean
  depth: number
  /** Entries beside it have icons: without one of its own it keeps their room. */
  lined: boolean
  counts?: MenuCounts
  onFollow: () => void
}

/** An entry's icon; of the main entries, which are all that is left of a folded menu, a dot stands for it. */
function EntryIcon({ icon, color, depth, lined }: Pick<EntryProps, 'depth' | 'lined'> & { icon?: string | null; color?: string }) {
  if (color !== undefined && !icon) return <span className="pk-side-dot" {...colorOf(color)} aria-hidden="true" />
  if (depth === 0 || icon) return <Icon name={icon} />
  return lined ? <span className="pk-side-gap" aria-hidden="true" /> : null
}

function Entry({ node, active, collapsed, depth, lined, counts, onFollow }: EntryProps) {
  if (node.kind === 'heading') return <li className="pk-side-heading">{collapsed ? <hr aria-hidden="true" /> : node.label}</li>
  if (node.kind === 'separator')
    return (
      <li className="pk-side-line">
        <hr />
      </li>
    )
  if (node.kind === 'parent')
    return <Parent node={node} active={active} collapsed={collapsed} depth={depth} lined={lined} counts={counts} onFollow={onFollow} />
  return (
    <li>
      <PanelLink
        to={node.to}
        className="pk-side-entry"
        current={node.key === active}
        title={collapsed && depth === 0 ? node.label : undefined}
        onFollow={onFollow}
      >
        <EntryIcon icon={node.icon} color={node.color} depth={depth} lined={lined} />
        <span className="pk-side-label">{node.label}</span>
        <BadgeMark badge={node.badge} />
      </PanelLink>
    </li>
  )
}

function Parent({ node, active, collapsed, depth, lined, counts, onFollow }: EntryProps & { node: Extract<MenuNode, { kind: 'parent' }> }) {
  const holdsActive = holdsKey(node, active)
  // Groups that the user opened or closed stay so until another page becomes active, or the menu changes its form.
  const [choice, setChoice] = useState<{ open: boolean; at: string } | null>(null)
  const at = `${active} ${collapsed}`
  const floating = collapsed && depth === 0
  const open = choice?.at === at ? choice.open : holdsActive && !floating
  const set = (next: boolean) => setChoice({ open: next, at })
  const id = `${node.key}-children`
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (list.current) keepInWindow(list.current, floating && open)
  }, [floating, open])
  return (
    <li
      className={floating ? 'pk-side-floating' : undefined}
      onMouseLeave={floating && open ? () => set(false) : undefined}
      onKeyDown={(event) => {
        if (floating && open && event.key === 'Escape') {
          set(false)
          event.currentTarget.querySelector('button')?.focus()
        }
      }}
    >
      <button
        type="button"
        className="pk-side-entry"
        aria-expanded={open}
        aria-controls={id}
        data-active={holdsActive || undefined}
        title={floating ? node.label : undefined}
        onClick={() => set(!open)}
      >
        <EntryIcon icon={node.icon} depth={depth} lined={lined} />
        <span className="pk-side-label">{node.label}</span>
        <BadgeMark badge={open || !counts ? node.badge : parentBadge(node, counts)} />
        <Icon name="down" size={14} />
      </button>
      <ul ref={list} id={id} hidden={!open} className="pk-side-children">
        {floating && (
          <li className="pk-side-heading" aria-hidden="true">
            {node.label}
          </li>
        )}
        {node.children.map((child) => (
          <Entry
            key={child.key}
            node={child}
            active={active}
            collapsed={collapsed}
            depth={depth + 1}
            lined={hasIcons(node.children)}
            counts={counts}
            onFollow={() => {
              if (floating) set(false)
              onFollow()
            }}
          />
        ))}
      </ul>
    </li>
  )
}

/** Moves a list that opens next to its entry up by as much as it would extend below the window. */
function keepInWindow(list: HTMLElement, floating: boolean): void {
  list.style.marginBlockStart = ''
  if (!floating) return
  const over = list.getBoundingClientRect().bottom + 8 - window.innerHeight
  if (over > 0) list.style.marginBlockStart = `${-over}px`
}
