import type { LayoutAnswer, LayoutDocument, LayoutDocumentMenuEntry, LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'
import { compact, localised, may, textOf, type Expansion, type Reader } from './expansion.ts'
import { cached } from './expansion-cache.ts'
import { mayReach } from './reach.ts'
import type { DocumentRegistry } from './registry.ts'

/** What the frame shows that no document says. */
export interface Site {
  name: string
  logo: string | null
  copyright: string | null
  /** Address of the reader's own picture. */ avatar?: string | null
}

interface Entry extends LayoutDocumentMenuEntry {
  module: string
}
interface Node {
  item: LayoutMenuItem
  parent?: string
  isGroup: boolean
}

const flagNames = ['search', 'footer', 'navbar', 'profile', 'sidebar', 'create_button'] as const
const lastOrder = 1000

/**
 * The frame of the panel for one user: the menu entries of all modules in one tree, filtered by access and sorted by
 * order, parents without children left out; profile menu, create button, settings group; every flag explicit.
 */
export function expandLayout(registry: DocumentRegistry, reader: Reader, { name, logo, copyright, avatar }: Site): LayoutAnswer {
  const frame = cached(registry, reader, 'layout', () => buildFrame(registry, reader))
  const footer = frame.footer ?? [name, copyright].filter(Boolean).join(' · ')
  return {
    ...frame,
    footer,
    navbar: { ...frame.navbar, brand: { name, logo } },
    profile: { ...frame.profile, name: reader.user?.name_full ?? '', avatar: avatar ? [{ link: avatar }] : [] },
  }
}

function buildFrame(registry: DocumentRegistry, reader: Reader): LayoutAnswer {
  const layouts = [...registry.modules.values()].flatMap(({ module, layout }) => (layout ? [{ module: module.name, layout }] : []))
  const gather = (pick: (layout: LayoutDocument) => LayoutDocumentMenuEntry[] | undefined): Entry[] =>
    layouts.flatMap(({ module, layout }) => (pick(layout) ?? []).map((entry) => ({ ...entry, module })))
  const menu = [...registry.modules.values()].flatMap(({ module }) =>
    (module.menu ?? []).map((entry) => ({ ...entry, module: module.name })),
  )
  const footer = layouts.find(({ layout }) => layout.footer !== undefined)
  const flags = Object.assign({}, ...layouts.map(({ layout }) => layout.flags ?? {})) as NonNullable<LayoutDocument['flags']>
  const tree = (entries: Entry[]) => buildMenu(registry, reader, entries)
  return compact<LayoutAnswer>({
    navbar: { brand: { name: '' }, left: [], right: [] },
    profile: { name: '', avatar: [], children: tree(gather((layout) => layout.profile)) },
    createButton: createEntries(registry, reader),
    sidebar: tree([...gather((layout) => layout.sidebar), ...menu]),
    sidebarSettings: tree(gather((layout) => layout.settings)),
    footer: footer && textOf({ registry, reader, module: footer.module }, footer.layout.footer!),
    flags: Object.fromEntries(flagNames.map((name) => [name, flags[name] ?? true])),
  })
}

/** One tree out of entries that name their parent or carry their children. */
function buildMenu(registry: DocumentRegistry, reader: Reader, entries: readonly Entry[]): LayoutMenuItem[] {
  const nodes: Node[] = []
  const ids = new Set<string>()
  const refused = new Set<string>()
  const visit = (entry: Entry, parent: string | undefined) => {
    const expansion: Expansion = { registry, reader, module: entry.module }
    const { id: wanted = idOf(entry), children = [], to, type = 'item' } = entry
    if (!may(expansion, entry.access) || !mayReach(expansion, to)) {
      refused.add(wanted)
      return
    }
    let id = wanted
    for (let copy = 2; ids.has(id); copy++) id = `${wanted}-${copy}`
    ids.add(id)
    nodes.push({
      parent,
      isGroup: type === 'item' && to === undefined,
      item: compact<LayoutMenuItem>({
        id,
        type,
        label: entry.label && textOf(expansion, entry.label),
        link: to === undefined ? undefined : linkOf(registry, to),
        icon: entry.icon,
        order: entry.order ?? lastOrder,
        badge: entry.badge && localised(expansion, entry.badge),
        children: undefined,
      }),
    })
    for (const child of children) visit({ ...child, module: entry.module }, id)
  }
  for (const entry of entries) visit(entry, entry.parent)
  // Under a parent of a module that is off an entry moves up; under one that the reader may not see it is hidden too.
  const isRoot = ({ parent }: Node) => parent === undefined || (!ids.has(parent) && !refused.has(parent))
  const under = (parent: string | undefined, seen: readonly string[]): LayoutMenuItem[] =>
    nodes
      .filter((node) => (parent === undefined ? isRoot(node) : node.parent === parent))
      .flatMap((node) => {
        const id = String(node.item.id)
        const children = seen.includes(id) ? [] : under(id, [...seen, id])
        return node.isGroup && children.length === 0 ? [] : [children.length ? { ...node.item, children } : node.item]
      })
      .sort((a, b) => (a.order ?? lastOrder) - (b.order ?? lastOrder))
  return under(undefined, [])
}

function createEntries(registry: DocumentRegistry, reader: Reader): Record<string, LayoutMenuItem> {
  const found = [...registry.modules.values()].flatMap(({ module }) =>
    (module.create ?? []).flatMap((entry) => {
      const expansion: Expansion = { registry, reader, module: module.name }
      if (!may(expansion, entry.access) || !mayReach(expansion, entry.to)) return []
      const id = `${module.name}-${slugOf(entry.to)}`
      return [
        compact<LayoutMenuItem>({
          id,
          type: 'item',
          label: textOf(expansion, entry.label),
          link: linkOf(registry, entry.to),
          icon: entry.icon,
          order: entry.order ?? lastOrder,
        }),
      ]
    }),
  )
  return Object.fromEntries(found.sort((a, b) => a.order! - b.order!).map((item) => [String(item.id), item]))
}

const idOf = (entry: Entry): string => [entry.module, entry.to === undefined ? (entry.type ?? 'entry') : slugOf(entry.to)].join('-')

function slugOf(to: Target): string {
  const text = typeof to === 'string' ? to : [to.name, ...Object.values(to.params ?? {})].join('-')
  return (
    text
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase() || 'home'
  )
}

/** A route by name, a path from the root, or an address elsewhere; never a script. */
function linkOf(registry: DocumentRegistry, to: Target): LayoutMenuItem['link'] {
  if (typeof to !== 'string') return to
  if (registry.screens.has(to)) return { name: to }
  if (/^https?:\/\//i.test(to)) return to
  return /^[a-z][a-z0-9+.-]*:/i.test(to) || to.startsWith('//') ? null : `/${to.replace(/^\/+/, '')}`
}
