import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import type { Reader } from './expansion.ts'
import { everyEntry, openEntries } from './open-entries.ts'
import { mayReach } from './reach.ts'
import type { DocumentRegistry } from './registry.ts'

/** What a badge counts. */
type BadgeCount = NonNullable<NonNullable<LayoutDocumentMenuEntry['badge']>['count']>

export interface MenuCount {
  /** Id of the entry. */
  id: string
  count: BadgeCount
  /** Access of the entry, or of one above. */
  access: string | undefined
}

/** What the badges of the reader's menu count. */
export const countsOfMenu = (registry: DocumentRegistry, reader: Reader): MenuCount[] =>
  openEntries(registry, reader).flatMap(({ module, entry: { id, badge, to }, access }) =>
    id !== undefined && badge?.count && mayReach({ registry, reader, module }, to) ? [{ id, count: badge.count, access }] : [],
  )

/** What the badges of all menus count. */
export const everyCount = (registry: DocumentRegistry): BadgeCount[] =>
  everyEntry(registry).flatMap(({ entry: { badge } }) => (badge?.count ? [badge.count] : []))
