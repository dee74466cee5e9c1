import { interpolateDeep } from '#schemas/rules/interpolate.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { isAllowed } from '#server/caller.ts'
import { entityAccess } from '#server/documents/entity-field.ts'
import { Refusal } from '#server/errors.ts'
import { findModel, type ModelContext, type ModelOptions } from './context.ts'
import { flagsOf } from './flags.ts'
import { queryList, type Pagination, type TabCount } from './list-query.ts'
import type { ListLimits, ListPlan } from './list-request.ts'
import { readRecords, type ModelRecord } from './read.ts'
import type { Summary, SummaryKind } from './summary.ts'

export interface GridRows {
  rows: ModelRecord[]
  pagination: Pagination
  /** Counts of the tabs that ask for one; empty with `parts=results` and for a row refresh. */
  tabs: TabCount[]
  /** What all rows come to, where the grid asks for it. */
  summary?: Summary
  /** What the rows are in order of, e.g. `created_at` and `desc`. */
  sort: string
  order: string
}

const ignored = new Set(['module', 'class', 'part', 'version', 'mock', 'parts'])

/**
 * Rows of a published grid, each with its columns' values and flags.
 * @param gridName `module/class/part`
 * @throws `unknown-grid`, `permission-denied`, or a 422 naming each key of the query that the grid cannot answer.
 */
export async function gridRows(context: ModelContext, gridName: string, query: Record<string, unknown>, options: ModelOptions & ListLimits = {}): Promise<GridRows> {
  const grid = context.registry.grids.get(gridName)?.document
  if (!grid) throw new Refusal('unknown-grid')
  const entity = findModel(context, grid.entity)
  if (!options.trusted && !(isAllowed(context.caller, entityAccess(entity.document, 'read')) && (grid.access === undefined || isAllowed(context.caller, grid.access)))) throw new Refusal('permission-denied')
  const columns = grid.columns.map(column => (typeof column === 'string' ? { key: column } : column)).filter(column => options.trusted || column.access === undefined || isAllowed(context.caller, column.access))
  const parts = query.parts === undefined || query.parts === '' ? undefined : query.parts
  const page = await queryList(context, entity, planOf(context, grid, columns), query, { ...options, counts: parts !== 'results' })
  const found = await readRecords(context, entity, page.ids, { trusted: options.trusted, paths: columns.flatMap(column => [column.key, column.picture, column.sku, column.price].filter(path => path !== undefined)).concat(grid.group_by ?? []) })
  return { rows: found.map(({ record, row }) => ({ ...record, ...flagsOf(context, entity, row, options), ...(page.parents && { has_children: page.parents.has(Number(row.id)) }) })), pagination: page.pagination, tabs: page.tabs, summary: page.summary, sort: page.sort, order: page.order }
}

function planOf({ caller }: ModelContext, grid: GridDocument, columns: readonly { key: string; sortable?: boolean; summary?: SummaryKind }[]): ListPlan {
  const defaultSort = grid.sort ?? '-created_at'
  const sortable = ['id', 'created_at', 'updated_at', ...defaultSort.split(',').map(term => term.replace(/^-/, '')), ...columns.filter(column => column.sortable).map(column => column.key)]
  const filters = (grid.filters ?? []).map(filter => (typeof filter === 'string' ? { key: filter } : filter))
  const session = { user: caller.user && { ...caller.user }, locale: caller.locale }
  return {
    sortable: new Map(sortable.map(key => [key, key])), defaultSort,
    filters: new Map(filters.map(filter => [filter.key, { path: filter.field ?? filter.key, kind: filter.kind, groups: filter.groups }])),
    params: new Map(Object.entries(grid.params ?? {})),
    tabs: (grid.tabs ?? []).map(tab => ({ ...tab, where: tab.where && whereOf(tab.where, session) })),
    tree: grid.tree?.parent, groupBy: grid.group_by,
    summary: new Map(columns.flatMap(({ key, summary: kind }) => (kind ? [[key, { path: key, kind }] as const] : []))),
    pageSize: grid.page_size ?? 15, search: grid.search !== false, ignored,
  }
}

/** `{session.user.id}` filled in; what it does not find is compared as empty, never left out. */
function whereOf(where: Record<string, unknown>, session: Record<string, unknown>): Record<string, unknown> {
  const filled = interpolateDeep(where, { session })
  return Object.fromEntries(Object.keys(where).map(key => [key, filled[key] ?? null]))
}
