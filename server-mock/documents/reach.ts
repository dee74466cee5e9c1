import type { EndpointDocument, GridDocument, MetricDocument, Target } from '#schemas/types/contract.d.ts'
import { isAllowed, type Caller } from '#server/caller.ts'
import { entityAccess, findEntity } from './entity-field.ts'
import { may, type Expansion } from './expansion.ts'
import type { DocumentRegistry, Owned } from './registry.ts'

/** Permission that a grid needs: its own, else that of reading its entity. */
export function gridAccess(registry: DocumentRegistry, grid: GridDocument): string | undefined {
  const entity = findEntity(registry, grid.entity)
  return grid.access ?? (entity && entityAccess(entity.document, 'read'))
}

/** The grid that a block names: a grid of this module, `module/name`, or the path `module/class/part`. */
export function findGrid({ registry, module }: Expansion, name: string): { path: string; grid: Owned<GridDocument> } | undefined {
  const parts = name.split('/')
  if (parts.length === 3) {
    const grid = registry.grids.get(name)
    return grid && { path: name, grid }
  }
  const [owner, local] = parts.length === 2 ? [parts[0], parts[1]] : [module, parts[0]]
  for (const [path, grid] of registry.grids) if (grid.module === owner && grid.name === local) return { path, grid }
  return undefined
}

/** The metric that a block names: one of this module, or `module/name`. */
export function findMetric({ registry, module }: Expansion, name: string): { path: string; metric: Owned<MetricDocument> } | undefined {
  const path = name.includes('/') ? name : `${module}/${name}`
  const metric = registry.metrics.get(path)
  return metric && { path, metric }
}

/** Whether the reader may read the records that a metric is about, and the metric. */
export function mayReadMetric(expansion: Expansion, { entity, access }: MetricDocument): boolean {
  const owned = findEntity(expansion.registry, entity)
  return owned !== undefined && isAllowed(expansion.reader as Caller, entityAccess(owned.document, 'read')) && may(expansion, access)
}

/** The endpoint of a call, where the catalogue has it. */
export function findEndpoint(registry: DocumentRegistry, name: string | undefined, version = 1): EndpointDocument | undefined {
  return registry.endpoints.get(`${version}/${name}`)?.document
}

export function mayCall({ registry, reader }: Expansion, name: string | undefined, version?: number): boolean {
  const endpoint = findEndpoint(registry, name, version)
  return !endpoint || isAllowed(reader as Caller, endpoint.access ?? 'user')
}

/**
 * Whether following a link ends on a page that the reader may see. Paths of the panel itself and addresses elsewhere count
 * as reachable.
 */
export function mayReach(expansion: Expansion, target: Target | undefined): boolean {
  if (target === undefined) return true
  const { registry } = expansion
  if (typeof target !== 'string') return target.name === 'grid' ? mayOpenGrid(expansion, target.params) : mayOpen(expansion, target.name)
  const grid = /^\/?grid\/([^/?]+\/[^/?]+\/[^/?]+)(?:[/?]|$)/.exec(target)?.[1]
  if (grid) return mayOpenGrid(expansion, grid)
  if (registry.screens.has(target)) return mayOpen(expansion, target)
  const screen = findScreenByPath(registry, target)
  return screen === undefined || mayOpen(expansion, screen)
}

/** Name of the screen whose path matches; fixed segments win over parameters. */
export function findScreenByPath(registry: DocumentRegistry, path: string): string | undefined {
  const segments = path.split(/[?#]/)[0]!.split('/').filter(Boolean)
  let best: { name: string; fixed: number } | undefined
  for (const [name, { document }] of registry.screens) {
    const pattern = document.path.split('/').filter(Boolean)
    const required = pattern.filter((part) => !part.endsWith('?')).length
    if (segments.length < required || segments.length > pattern.length) continue
    if (!segments.every((segment, at) => pattern[at]!.startsWith(':') || pattern[at] === segment)) continue
    const fixed = pattern.filter((part) => !part.startsWith(':')).length
    if (!best || fixed > best.fixed) best = { name, fixed }
  }
  return best?.name
}

function mayOpen(expansion: Expansion, name: string): boolean {
  const screen = expansion.registry.screens.get(name)
  return screen !== undefined && may(expansion, screen.document.access)
}

function mayOpenGrid(expansion: Expansion, target: string | Record<string, unknown> | undefined): boolean {
  const path = typeof target === 'string' ? target : [target?.module, target?.class, target?.part].join('/')
  const grid = expansion.registry.grids.get(path)
  return grid !== undefined && may(expansion, gridAccess(expansion.registry, grid.document))
}
