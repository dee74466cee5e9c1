import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import { may, type Reader } from './expansion.ts'
import type { DocumentRegistry } from './registry.ts'

export interface OpenEntry {
  module: string
  entry: LayoutDocumentMenuEntry
  /** The entry's own, or that of one above. */
  access: string | undefined
}

/** Every entry of all menus, those inside of others after them, without what `isOpen` closes. */
function entriesOf(registry: DocumentRegistry, isOpen: (module: string, entry: LayoutDocumentMenuEntry) => boolean): OpenEntry[] {
  const within = (module: string, entries: readonly LayoutDocumentMenuEntry[] = [], above?: string): OpenEntry[] =>
    entries
      .filter((entry) => isOpen(module, entry))
      .flatMap((entry) => {
        const { children, access = above } = entry
        return [{ module, entry, access }, ...within(module, children, access)]
      })
  return [...registry.modules.values()].flatMap(({ module, layout }) =>
    [module.menu, layout?.sidebar, layout?.settings, layout?.profile].flatMap((menu) => within(module.name, menu)),
  )
}

/** Every entry of all menus. */
export const everyEntry = (registry: DocumentRegistry): OpenEntry[] => entriesOf(registry, () => true)

/** Entries of all menus that the reader may see. */
export const openEntries = (registry: DocumentRegistry, reader: Reader): OpenEntry[] =>
  entriesOf(registry, (module, { access }) => may({ registry, reader, module }, access))
