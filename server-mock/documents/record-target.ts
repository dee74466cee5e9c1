import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { EntityDocument, Target } from '#schemas/types/contract.d.ts'
import { may, type Expansion } from './expansion.ts'
import { gridAccess, mayReach } from './reach.ts'
import type { Owned } from './registry.ts'
import { routeTarget } from './route-target.ts'

type Entity = Owned<EntityDocument>

/**
 * Where a reader finds a record: its own page, else a list that shows it alone. Undefined where there is neither, or none that he may
 * see. `record` holds the fields of `targetFields`.
 */
export function recordTarget(
  expansion: Expansion,
  entity: Entity,
  record: Record<string, unknown> & { title?: unknown },
): Target | undefined {
  for (const page of pagesOf(expansion, entity)) {
    const target = { name: page.name, params: mapValues(page.fields, (field) => `{row.${field}}`) }
    const { params } = interpolateDeep(target, { row: record }) as typeof target
    if (Object.keys(page.fields).every((key) => params[key] !== undefined && params[key] !== null)) return { ...target, params }
  }
  const [list] = openGrids(expansion, entity)
  if (!list) return undefined
  const { path, document } = list
  const query = document.quick_view
    ? { record: String(record.id) }
    : document.search === false
      ? undefined
      : { q: String(record.title ?? '') }
  return gridTarget(path, query)
}

/** The list that a reader sees an entity's records in: its title with the module whose text that is, and its address with a search. */
export function listOf(
  expansion: Expansion,
  entity: Entity,
): { title?: string; module: string; search?: (q: string) => Target } | undefined {
  const [list] = openGrids(expansion, entity)
  if (!list) return undefined
  const { path, document } = list
  const module = expansion.registry.grids.get(path)!.module
  return {
    title: document.title,
    module,
    ...(document.search !== false && document.params === undefined && { search: (q: string) => gridTarget(path, { q }) }),
  }
}

function gridTarget(path: string, query?: { record: string } | { q: string }): Target {
  const [module, className, part] = path.split('/')
  return { name: 'grid', params: { module: module!, class: className!, part: part! }, ...(query && { query }) }
}

const openGrids = (expansion: Expansion, entity: Entity) =>
  gridsOf(expansion, entity).filter(({ document }) => may(expansion, gridAccess(expansion.registry, document)))

/** Whether a record has a page that the reader may open. */
export const hasOwnPage = (expansion: Expansion, entity: Entity): boolean => pagesOf(expansion, entity).length > 0

/** Fields that the address of a record's own page is made of: `['id', 'content_type.slug']`. */
export function targetFields(expansion: Expansion, entity: Entity): string[] {
  const known = entity.document.schema.properties
  return pagesOf(expansion, entity)
    .flatMap(({ fields }) => Object.values(fields))
    .filter((field) => field.split('.')[0]! in known)
}

/**
 * The pages of a record that the reader may open, with the field behind each parameter of their address. A parameter that is no field
 * of the record is found where its lists find it: `type` in `content_type.slug`.
 */
function pagesOf(expansion: Expansion, entity: Entity): { name: string; fields: Record<string, string> }[] {
  const { registry } = expansion
  const listed: Record<string, string> = Object.assign({}, ...gridsOf(expansion, entity).map(({ document }) => document.params ?? {}))
  const prefix = `${entity.module}-${entity.document.name.replaceAll('_', '-')}`
  return [`${prefix}-view`, `${prefix}-edit`]
    .filter((name) => registry.screens.has(name) && mayReach(expansion, { name }))
    .map((name) => {
      const { params = {} } = routeTarget(registry, name) as Exclude<Target, string>
      const known = entity.document.schema.properties
      return { name, fields: Object.fromEntries(Object.keys(params).map((key) => [key, key in known ? key : (listed[key] ?? key)])) }
    })
}

/** The lists of an entity's records, those without parameters first. */
const gridsOf = ({ registry }: Expansion, entity: Entity) =>
  [...registry.grids]
    .filter(([, { document }]) => document.entity.slice(document.entity.lastIndexOf('/') + 1) === entity.document.name)
    .map(([path, { document }]) => ({ path, document }))
    .sort((a, b) => Number(a.document.params !== undefined) - Number(b.document.params !== undefined))

const mapValues = (map: Record<string, string>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
