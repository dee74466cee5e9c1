import type { ModuleDocuments } from '#schemas/check/module-documents.ts'

/** The modules that extend others, each behind those that it requires, else by name. */
export function extendersInOrder(modules: readonly ModuleDocuments[]): ModuleDocuments[] {
  const byName = new Map(modules.map((documents) => [documents.module.name, documents]))
  const waiting = modules
    .filter(({ extensions }) => Object.keys(extensions).length > 0)
    .sort((a, b) => (a.module.name < b.module.name ? -1 : 1))
  const ordered: ModuleDocuments[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex((one) => !waiting.some((other) => other !== one && requires(byName, one, other.module.name)))
    // Modules that require each other are refused elsewhere.
    ordered.push(...waiting.splice(Math.max(ready, 0), 1))
  }
  return ordered
}

/** Whether a module requires another one, itself or through others. */
function requires(byName: ReadonlyMap<string, ModuleDocuments>, from: ModuleDocuments, wanted: string): boolean {
  const seen = new Set([from.module.name])
  const open = [...(from.module.requires ?? [])]
  for (const name of open) {
    if (name === wanted) return true
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...(byName.get(name)?.module.requires ?? []))
  }
  return false
}
