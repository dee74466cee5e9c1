import type { LayoutAnswer, LayoutDocument, LayoutDocumentMenuEntry, LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { compact, localised, may, textOf, type Expansion, type Reader } from './expansion.ts'
import { cached } from './expansion-cache.ts'
import { stateEntries } from './expand-state-entries.ts'
import { openEntries } from './open-entries.ts'
import { mayReach } from './reach.ts'
import type { DocumentRegistry } from './registry.ts'

/** What the frame shows beside the documents. */
export interface Site {
  name: string
  logo: string | null
  copyright: string | null
  /** Address of the reader's own picture. */ avatar?: string | null
}

/** Records shown in the menu, by the entry that lists them. */
export type RecordEntry = NonNullable<LayoutDocumentMenuEntry['each']>
export type MenuRecords = ReadonlyMap<RecordEntry, readonly MenuRecord[]>
export type MenuRecord = Record<string, unknown> & { id: number; title?: unknown }

interface Entry extends LayoutDocumentMenuEntry {
  module: string
}
/** An entry whose label is a text in the reader's language. */
type TitledEntry = Omit<Entry, 'label' | 'each' | 'states'> & { title: string | undefined; color?: string }

interface Node {
  item: LayoutMenuItem
  parent?: string
  isGroup: boolean
}

const flagNames = ['search', 'footer', 'navbar', 'profile', 'sidebar', 'create_button', 'notifications', 'help'] as const
/** Shown only where a module turns them on. */
const optionalFlags: readonly string[] = ['notifications', 'help']
const lastOrder = 1000

/**
 * The frame of the panel for one user: the menu entries of all modules in one tree, filtered by access and sorted by
 * order, parents without children left out; profile menu, create button, settings group; every flag explicit.
 */
export function expandLayout(
  registry: DocumentRegistry,
  reader: Reader,
  { name, logo, copyright, avatar }: Site,
  records: MenuRecords = new Map(),
): LayoutAnswer {
  const build = () => buildFrame(registry, reader, records)
  const frame = records.size > 0 ? build() : cached(registry, reader, 'layout', build)
  const footer = frame.footer ?? [name, copyright].filter(Boolean).join(' · ')
  return {
    ...frame,
    footer,
    navbar: { ...frame.navbar, brand: { name, logo } },
    profile: { ...frame.profile, name: reader.user?.name_full ?? '', avatar: avatar ? [{ link: avatar }] : [] },
  }
}

/** Entries of all menus that are repeated for each record, and that the reader may see. `access` is that of the entry or of one above. */
export const entriesOfRecords = (registry: DocumentRegistry, reader: Reader): { each: RecordEntry; access: string | undefined }[] =>
  openEntries(registry, reader).flatMap(({ entry: { each }, access }) => (each ? [{ each, access }] : []))

function buildFrame(registry: DocumentRegistry, reader: Reader, records: MenuRecords): LayoutAnswer {
  const layouts = [...registry.modules.values()].flatMap(({ module, layout }) => (layout ? [{ module: module.name, layout }] : []))
  const gather = (pick: (layout: LayoutDocument) => LayoutDocumentMenuEntry[] | undefined): Entry[] =>
    layouts.flatMap(({ module, layout }) => (pick(layout) ?? []).map((entry) => ({ ...entry, module })))
  const menu = [...registry.modules.values()].flatMap(({ module }) =>
    (module.menu ?? []).map((entry) => ({ ...entry, module: module.name })),
  )
  const footer = layouts.find(({ layout }) => layout.footer !== undefined)
  const flags = Object.assign({}, ...layouts.map(({ layout }) => layout.flags ?? {})) as NonNullable<LayoutDocument['flags']>
  const tree = (entries: Entry[]) => buildMenu(registry, reader, entries, records)
  return compact<LayoutAnswer>({
    navbar: { brand: { name: '' }, left: [], right: [] },
    profile: { name: '', avatar: [], children: tree(gather((layout) => layout.profile)) },
    createButton: createEntries(registry, reader),
    sidebar: tree([...gather((layout) => layout.sidebar), ...menu]),
    sidebarSettings: tree(gather((layout) => layout.settings)),
    footer: footer && textOf({ registry, reader, module: footer.module }, footer.layout.footer!),
    flags: Object.fromEntries(flagNames.map((name) => [name, flags[name] ?? !optionalFlags.includes(name)])),
  })
}

/** One tree out of entries that name their parent or carry their children. */
function buildMenu(registry: DocumentRegistry, reader: Reader, entries: readonly Entry[], records: MenuRecords): LayoutMenuItem[] {
  const nodes: Node[] = []
  const ids = new Set<string>()
  const refused = new Set<string>()
  const visit = (menuEntry: Entry, parent: string | undefined) => {
    const expansion: Expansion = { registry, reader, module: menuEntry.module }
    const { label, each, states, ...entry } = menuEntry
    const title = label && textOf(expansion, label)
    if (states !== undefined) {
      for (const [at, ofState] of stateEntries(expansion, menuEntry).entries())
        visitOne({ ...entry, ...ofState, order: between(entry.order, at) }, parent)
      return
    }
    if (!each) return visitOne({ ...entry, title }, parent)
    for (const [at, record] of (records.get(each) ?? []).entries()) visitOne(ofRecord({ ...entry, title }, record, at), parent)
  }
  const visitOne = (entry: TitledEntry, parent: string | undefined) => {
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
        label: entry.title,
        link: to === undefined ? undefined : linkOf(registry, to),
        icon: entry.icon,
        color: entry.color,
        order: entry.order ?? lastOrder,
        ...(entry.badge?.count
          ? { count: compact({ color: entry.badge.color }) }
          : { badge: entry.badge && (localised(expansion, entry.badge) as LayoutMenuItem['badge']) }),
        children: undefined,
      }),
    })
    for (const child of children) visit({ ...child, module: entry.module }, id)
  }
  for (const entry of entries) visit(entry, entry.parent)
  // If the parent's module is off, the entry moves up a level; if the reader may not see the parent, it is hidden too.
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

/** An entry filled in for one record. */
function ofRecord({ id, icon, to, title, order, ...entry }: TitledEntry, record: MenuRecord, at: number): TitledEntry {
  const values = { record }
  return {
    ...entry,
    ...(id !== undefined && { id: `${id}-${record.id}` }),
    title: interpolate(title ?? '', values).trim() || String(record.title ?? `#${record.id}`),
    icon: icon === undefined ? undefined : interpolate(icon, values) || undefined,
    to: interpolateDeep(to, values) as Target | undefined,
    order: between(order, at),
  }
}

/** Place of one of the entries that stand where one was written. */
const between = (order: number | undefined, at: number): number => (order ?? lastOrder) + at / 1000

function createEntries(registry: DocumentRegistry, reader: Reader): Record<string, LayoutMenuItem> {
  const sections = [...registry.modules.values()].flatMap(({ module }) =>
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
  return Object.fromEntries(sections.sort((a, b) => a.order! - b.order!).map((item) => [String(item.id), item]))
}

const idOf = (entry: TitledEntry): string => [entry.module, entry.to === undefined ? (entry.type ?? 'entry') : slugOf(entry.to)].join('-')

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
