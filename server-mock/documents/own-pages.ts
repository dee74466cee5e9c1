import { gridsIn } from '#schemas/rules/metrics/list-behind.ts'
import type { ModuleDocuments } from './registry.ts'

/**
 * What stays of a module that is switched off, but without whose data and calls nobody could sign in: its screens outside of
 * `<module>/`, on which people see to their own account, and the lists that these show.
 */
export function withOwnPages(documents: ModuleDocuments): ModuleDocuments {
  const { menu, create, widgets, ...module } = documents.module
  const screens = Object.entries(documents.screens).filter(([, { path }]) => !path.startsWith(`${module.name}/`))
  const shown = new Set(screens.flatMap(([, { body }]) => gridsIn(body)))
  return {
    ...documents,
    module,
    screens: Object.fromEntries(screens),
    grids: Object.fromEntries(Object.entries(documents.grids).filter(([name]) => shown.has(name))),
  }
}
