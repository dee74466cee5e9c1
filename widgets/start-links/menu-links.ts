import type { LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'

export interface StartLink {
  label: string
  to: Target
  icon?: string
  /** Name of the group that the link is in: several groups may have entries of the same name. */
  group?: string
}

/** Links of the menu in its order, those of groups included; the dashboard itself is not among them. */
export function linksOf(items: readonly LayoutMenuItem[], icon?: string, group?: string): StartLink[] {
  return items.flatMap((item) => {
    const own = item.icon ?? icon
    const isHome =
      item.link === '/' || (typeof item.link === 'object' && item.link !== null && ['dashboard', 'home'].includes(item.link.name))
    const self = item.link && item.label && !isHome ? [{ label: item.label, to: item.link as Target, icon: own, group }] : []
    return [...self, ...linksOf(item.children ?? [], own, item.label ?? group)]
  })
}
