import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { EntityDocument, Target } from '#schemas/types/contract.d.ts'
import { may, type Expansion } from './expansion.ts'
import { gridAccess, mayReach } from './reach.ts'
import type { Owned } from './registry.ts'
import { routeTarget } from './route-target.ts'

/**
 * Where a reader finds a record: its own page, else a list that shows it alone. Undefined where there is neither, or none that he may
 * see.
 */
export function recordTarget(
  expansion: Expansion,
  entity: Owned<EntityDocument>,
  record: Record<string, unknown> & { title?: unknown },
): Target | undefined {
  const { registry } = expansion
  const name = entity.document.name.replaceAll('_', '-')
  for (const page of ['view', 'edit']) {
    const screen = `${entity.module}-${name}-${page}`
    if (!registry.screens.has(screen) || !mayReach(expansion, { name: screen })) continue
    const target = routeTarget(registry, screen)
    const filled = interpolateDeep(target, { row: record }) as Exclude<Target, string>
    const params = typeof target === 'string' ? {} : (target.params ?? {})
    if (Object.keys(params).every((key) => filled.params?.[key] !== undefined && filled.params[key] !== null)) return filled
  }
  // A grid without parameters comes first.
  const grids = [...registry.grids].sort(
    ([, a], [, b]) => Number(a.document.params !== undefined) - Number(b.document.params !== undefined),
  )
  for (const [path, { document }] of grids) {
    if (document.entity.slice(document.entity.lastIndexOf('/') + 1) !== entity.document.name) continue
    if (!may(expansion, gridAccess(registry, document))) continue
    const [module, className, part] = path.split('/')
    const query = document.quick_view
      ? { record: String(record.id) }
      : document.search === false
        ? undefined
        : { q: String(record.title ?? '') }
    return { name: 'grid', params: { module: module!, class: className!, part: part! }, ...(query && { query }) }
  }
  return undefined
}
