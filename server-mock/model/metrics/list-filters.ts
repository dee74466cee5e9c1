import { filterOfField, listsBehind } from '#schemas/rules/metrics/list-behind.ts'
import type { GroupPart } from '#schemas/rules/metrics/metric-parts.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import { sessionOf } from '#server/caller.ts'
import { within, type Expansion } from '#server/documents/expansion.ts'
import { findGrid, mayReach } from '#server/documents/reach.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { ReadGroup } from './read-groups.ts'

/** The link of a metric with its parameters filled in; undefined where the caller may not go there. */
export function targetOf(
  { caller }: ModelContext,
  expansion: Expansion,
  to: Target | undefined,
  params: Readonly<Record<string, string>>,
): Target | undefined {
  return to !== undefined && mayReach(expansion, to) ? interpolateDeep(to, { params, session: sessionOf(caller) }) : undefined
}

type Filters = { key: string; kind?: string }[]

/** The filters of the list behind a link that the groups of a metric stand for; undefined where it has not all of them. */
export function filtersOf(expansion: Expansion, to: Target | undefined, parts: readonly GroupPart[]): Filters | undefined {
  if (to === undefined) return undefined
  const { registry } = expansion
  for (const name of listsBehind(to, (screen) => registry.screens.get(screen)?.document.body)) {
    const home = within(expansion, (typeof to === 'string' ? undefined : registry.screens.get(to.name)?.module) ?? expansion.module)
    const grid = findGrid(home, name)?.grid.document
    const filters = parts.map(({ field }) => grid && filterOfField(grid, field))
    if (grid && filters.every((filter) => filter !== undefined)) return filters
  }
  return parts.length === 0 ? [] : undefined
}

/** The filters of one row; undefined where a list cannot be asked for its group. */
export function queryOf(filters: Filters, groups: readonly ReadGroup[], key: readonly unknown[]): Record<string, string> | undefined {
  const query: Record<string, string> = {}
  for (const [at, { periods }] of groups.entries()) {
    const one = key[at]
    const text = periods ? `${periods.starts[one as number]}..${periods.ends[one as number]}` : filterText(one)
    if (text === undefined) return undefined
    query[filters[at]!.key] = text
  }
  return query
}

function filterText(key: unknown): string | undefined {
  if (typeof key === 'boolean') return key ? '1' : '0'
  return key === null || key === undefined || String(key) === '' || String(key).includes(',') ? undefined : String(key)
}
