import type { LayoutAnswer, LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'

export type MenuNode =
  | { kind: 'heading'; key: string; label: string }
  | { kind: 'separator'; key: string }
  | { kind: 'link'; key: string; label: string; icon?: string | null; color?: string; to: Target; badge?: Badge }
  | { kind: 'parent'; key: string; label: string; icon?: string | null; children: MenuNode[]; badge?: Badge }

export interface Badge {
  title: string
  color?: string
  /** How many records it counts. */
  count?: number
}

/** How many records the badges of entries count, by the entries' ids, and how a number is written. */
export interface MenuCounts {
  counts: ReadonlyMap<string, number>
  format: (count: number) => string
}

const noCounts: MenuCounts = { counts: new Map(), format: String }
/** A badge has no room for more. */
const mostCounted = 99

const countBadge = (count: number, color: string | undefined, { format }: MenuCounts): Badge | undefined =>
  count > 0 ? { title: count > mostCounted ? `${format(mostCounted)}+` : format(count), color, count } : undefined

/** What stands beside a closed parent: its own badge, else how many the entries below it count together. */
export function parentBadge({ badge, children }: Extract<MenuNode, { kind: 'parent' }>, counts: MenuCounts): Badge | undefined {
  const counted = (nodes: readonly MenuNode[]): Badge[] =>
    nodes.flatMap((node) => [
      ...('badge' in node && node.badge?.count !== undefined ? [node.badge] : []),
      ...(node.kind === 'parent' ? counted(node.children) : []),
    ])
  const below = counted(children)
  return (
    badge ??
    countBadge(
      below.reduce((sum, { count = 0 }) => sum + count, 0),
      below[0]?.color,
      counts,
    )
  )
}

/** Entries in their order: headings, separators, links, and parents for entries with children. */
export function menuNodes(items: readonly LayoutMenuItem[], prefix = 'menu', counts = noCounts): MenuNode[] {
  const inOrder = items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => (a.item.order ?? Infinity) - (b.item.order ?? Infinity) || a.at - b.at)
  return inOrder.flatMap(({ item, at }): MenuNode[] => {
    const key = `${prefix}-${item.id ?? at}`
    const label = item.label ?? ''
    const badge = item.count
      ? countBadge(counts.counts.get(String(item.id)) ?? 0, item.count.color, counts)
      : item.badge
        ? { title: String(item.badge.title), color: item.badge.color }
        : undefined
    if (item.type === 'header' || item.type === 'heading') return [{ kind: 'heading', key, label }]
    if (item.type === 'divider' || item.type === 'separator') return [{ kind: 'separator', key }]
    if (item.children && item.children.length > 0)
      return [{ kind: 'parent', key, label, icon: item.icon, badge, children: menuNodes(item.children, key, counts) }]
    return item.link ? [{ kind: 'link', key, label, icon: item.icon, color: item.color, to: item.link, badge }] : []
  })
}

const developerTools = ['preview', 'components-list', 'lab', 'info', 'routes'] as const

interface GroupTexts {
  settings: string
  developerTools: string
  developer: (tool: string) => string
}

/** The whole sidebar: the server's entries, the developer's tools where the server sent none, the settings last. */
export function sidebarNodes(
  layout: Pick<LayoutAnswer, 'sidebar' | 'sidebarSettings'>,
  isDeveloper: boolean,
  texts: GroupTexts,
  counts = noCounts,
): MenuNode[] {
  const nodes = menuNodes(layout.sidebar, 'menu', counts)
  const settings = menuNodes(layout.sidebarSettings ?? [], 'settings', counts)
  if (isDeveloper && !JSON.stringify([layout.sidebar, layout.sidebarSettings]).includes('developer-tools')) {
    nodes.push({
      kind: 'parent',
      key: 'developer-tools',
      label: texts.developerTools,
      icon: 'code',
      children: developerTools.map((tool) => ({
        kind: 'link',
        key: `developer-tools-${tool}`,
        label: texts.developer(tool),
        to: `/developer-tools/${tool}`,
      })),
    })
  }
  if (settings.length > 0) nodes.push({ kind: 'parent', key: 'settings', label: texts.settings, icon: 'settings', children: settings })
  return nodes
}

/** Key of the entry for the open page: the exact path with its query, the exact path, else the longest path above it. */
export function activeKey(
  nodes: readonly MenuNode[],
  pathname: string,
  search: string,
  hrefOf: (to: Target) => string | null,
): string | null {
  let best: { key: string; score: number } | null = null
  const visit = (node: MenuNode) => {
    if (node.kind === 'parent') node.children.forEach(visit)
    if (node.kind !== 'link') return
    const score = scoreOf(hrefOf(node.to), pathname, search)
    if (score > 0 && score > (best?.score ?? 0)) best = { key: node.key, score }
  }
  nodes.forEach(visit)
  return (best as { key: string } | null)?.key ?? null
}

/**
 * Key of the entry that the trail of the page comes from: of its crumbs the last that an entry leads to. For pages whose address does not
 * stand under that of their list.
 */
export function trailKey(
  nodes: readonly MenuNode[],
  crumbs: readonly { to?: Target }[],
  hrefOf: (to: Target) => string | null,
): string | null {
  for (const { to } of crumbs.toReversed()) {
    const [path, search = ''] = (to === undefined ? null : hrefOf(to))?.split('?') ?? []
    const key = path === undefined || path === '/' ? null : activeKey(nodes, path, search, hrefOf)
    if (key !== null) return key
  }
  return null
}

function scoreOf(href: string | null, pathname: string, search: string): number {
  if (href === null) return 0
  const [path = '', query = ''] = href.split('?')
  if (query && !includesQuery(search, query)) return 0
  if (path === pathname) return 1e6 + query.length
  return path !== '/' && pathname.startsWith(`${path}/`) ? path.length : 0
}

function includesQuery(search: string, query: string): boolean {
  const present = new URLSearchParams(search)
  return [...new URLSearchParams(query)].every(([key, value]) => present.get(key) === value)
}

/** True when the entry or one below it has this key. */
export const holdsKey = (node: MenuNode, key: string | null): boolean =>
  node.key === key || (node.kind === 'parent' && node.children.some((child) => holdsKey(child, key)))

/** Whether any of these entries has an icon or a coloured dot: then those without keep the room of one. */
export const hasIcons = (nodes: readonly MenuNode[]): boolean =>
  nodes.some((node) => ('icon' in node && Boolean(node.icon)) || (node.kind === 'link' && node.color !== undefined))
