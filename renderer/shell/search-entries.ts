import { foldText } from '#schemas/rules/numbers/digits.ts'
import type { LayoutAnswer, LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'
import type { MenuNode } from './sidebar-items.ts'

/** A destination. `trail` are the groups above it. */
export interface SearchEntry {
  key: string
  label: string
  trail: string
  icon?: string | null
  to: Target
  /** Heading that it stands under. */
  section?: string
  /** What it does in the place of leading anywhere. */
  run?: () => void
}

/** All destinations of the frame: the menu, records that may be created, the user's own pages; each address once. */
export function searchEntries(
  nodes: readonly MenuNode[],
  layout: Pick<LayoutAnswer, 'createButton' | 'profile'>,
  create: string,
  leads: (to: Target) => boolean,
): SearchEntry[] {
  const found: SearchEntry[] = []
  const visit = (node: MenuNode, trail: readonly string[]): void => {
    if (node.kind === 'parent') for (const child of node.children) visit(child, [...trail, node.label])
    if (node.kind === 'link') found.push({ key: node.key, label: node.label, trail: trail.join(' / '), icon: node.icon, to: node.to })
  }
  for (const node of nodes) visit(node, [])
  const add = (items: readonly LayoutMenuItem[], name: string, trail: string) =>
    items.forEach((item, at) => {
      if (item.link && item.label) found.push({ key: `${name}-${item.id ?? at}`, label: item.label, trail, icon: item.icon, to: item.link })
    })
  add(
    Object.values(layout.createButton).sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    'create',
    create,
  )
  add(layout.profile.children, 'profile', layout.profile.name)
  const seen = new Set<string>()
  return found.filter(({ to }) => {
    const address = JSON.stringify(to)
    if (seen.has(address) || !leads(to)) return false
    return Boolean(seen.add(address))
  })
}

/** Entries that contain every word of the search; those whose own name begins with it come first. */
export function findEntries(entries: readonly SearchEntry[], term: string): SearchEntry[] {
  const words = foldText(term).split(/\s+/).filter(Boolean)
  const rank = (entry: SearchEntry): number =>
    foldText(entry.label).startsWith(words[0] ?? '') ? 0 : foldText(entry.label).includes(words[0] ?? '') ? 1 : 2
  return entries
    .filter((entry) => words.every((word) => foldText(`${entry.label} ${entry.trail}`).includes(word)))
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => rank(a.entry) - rank(b.entry) || a.at - b.at)
    .map(({ entry }) => entry)
}
