import type { GridAnswer, GridDocument, GridRow } from '#schemas/types/contract.d.ts'
import { expandGrid, type GridMetadata } from '#server/documents/expand-grid.ts'
import type { CallContext } from '#server/feature.ts'
import { fieldOptions, findEntity, findField } from '#server/documents/entity-field.ts'
import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import { leanRow, usedFields } from '#server/documents/grid-fields.ts'
import { partsOf, type GridRows, type GridRowsOptions } from './grid.ts'
import { pendingFields } from '#server/model/compute/backfills.ts'
import { viewsOf } from '#server/model/grid-views/read-views.ts'
import type { Pagination } from '#server/model/list/list-query.ts'
import { gridRows } from '#server/model/model.ts'

/** Parameters of a grid call that say which grid it is and how much of it is wanted; the rest is the list's own query. */
const envelope: ReadonlySet<string> = new Set(['module', 'class', 'part', 'version', 'defaults'])

/** Rows of a grid, and how they are drawn; of the drawing only what was requested. */
export interface GridAnswered {
  results: GridRow[]
  metadata: { pagination: Pagination } & Partial<GridMetadata> &
    Partial<Pick<GridRows, 'tabs' | 'groups' | 'summary' | 'shortened'> & Pick<GridAnswer, 'views' | 'preferences'>>
}

/**
 * The answer of a grid call: rows in `results`, metadata as docs/wire.md says; with `parts` only what it names, and the pagination.
 * With `defaults=1` the order asked for is the panel's default, and that of the tab or of the grid comes before it.
 * `fixed` are parameters of the grid that the caller cannot choose; they win over what the query says.
 * Throws `unknown-grid`, `permission-denied`, `not-found` for a parameter that is none of the choices of its field, and a 422
 */
export async function gridAnswer(
  context: CallContext,
  gridName: string,
  query: Record<string, unknown>,
  { fixed = {}, ...options }: Omit<GridRowsOptions, 'trusted' | 'fixed'> & { fixed?: Record<string, unknown> } = {},
): Promise<GridAnswered> {
  const { registry, caller, config } = context
  const chosen = query.defaults === '1' ? { ...query, sort: undefined, order: undefined } : query
  const expanded = expandGrid(registry, { ...caller, locales: config.locales }, gridName, chosen)
  const pending = await pendingColumns(context, gridName)
  const pathOf = filterPaths(registry.grids.get(gridName)?.document)
  const metadata = pending.size > 0 ? { ...expanded, grid: withPending(expanded.grid, pending, pathOf) } : expanded
  refusePending(chosen, pending, pathOf)
  const listQuery = Object.fromEntries(
    Object.entries({ ...chosen, ...fixed }).filter(([key, value]) => !envelope.has(key) && value !== undefined),
  )
  refuseUnknownParams(context, gridName, listQuery)
  const { rows, pagination, tabs, groups, summary, shortened } = await gridRows(context, gridName, listQuery, options)
  const parts = partsOf(query.parts)
  const counts = new Map(tabs.map((tab) => [tab.key, tab]))
  const withCounts = () => ({ ...metadata.grid, tabs: metadata.grid.tabs?.map((tab) => ({ ...tab, ...counts.get(tab.key) })) })
  const fields = parts?.cells ? usedFields(metadata) : undefined
  return {
    results: fields ? rows.map((row) => leanRow(row, fields)) : rows,
    metadata: {
      ...(!parts || parts.grid ? { ...metadata, grid: withCounts() } : parts.tabs && { tabs }),
      pagination,
      ...(groups && { groups }),
      ...(summary && { summary }),
      ...(shortened && { shortened }),
      ...((!parts || parts.views) && (await viewsOf(context, gridName, metadata.grid))),
    },
  }
}

/** The fields that the filters of a grid compare, by their keys. */
const filterPaths = (grid: GridDocument | undefined): ReadonlyMap<string, string> =>
  new Map((grid?.filters ?? []).map((filter) => (typeof filter === 'string' ? [filter, filter] : [filter.key, filter.field ?? filter.key])))

/** Fields of the grid's entity whose stored values are still being computed. */
async function pendingColumns({ trx, registry }: CallContext, gridName: string): Promise<ReadonlySet<string>> {
  const entity = findEntity(registry, registry.grids.get(gridName)?.document.entity)
  return entity ? pendingFields(trx, registry, entity.document.name) : new Set()
}

/** A grid that shows what is still being computed, and offers no filter and no order by it. */
const withPending = (
  grid: GridMetadata['grid'],
  pending: ReadonlySet<string>,
  pathOf: ReadonlyMap<string, string>,
): GridMetadata['grid'] => ({
  ...grid,
  columns: grid.columns.map((column) => (pending.has(column.key) ? { ...column, sortable: undefined, computing: true as const } : column)),
  filters: grid.filters?.filter(({ key }) => !pending.has(pathOf.get(key) ?? key)),
})

/** @throws a 422 for a list that is filtered or sorted by what is still being computed */
function refusePending(query: Record<string, unknown>, pending: ReadonlySet<string>, pathOf: ReadonlyMap<string, string>): void {
  if (pending.size === 0) return
  const errors: FieldErrors = {}
  for (const [key, value] of Object.entries(query)) {
    const isAsked = value !== undefined && value !== ''
    if (isAsked && pending.has(pathOf.get(key) ?? '')) errors[key] = [{ key: 'errors.being_computed' }]
    if (
      key === 'sort' &&
      String(value)
        .split(',')
        .some((term) => pending.has(term.replace(/^-/, '')))
    )
      errors.sort = [{ key: 'errors.being_computed' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** A list narrowed to a choice that does not exist is a page that does not exist. */
function refuseUnknownParams({ registry, caller, config }: CallContext, gridName: string, listQuery: Record<string, unknown>): void {
  const grid = registry.grids.get(gridName)
  const entity = grid && findEntity(registry, grid.document.entity)
  if (!entity) return
  for (const [name, path] of Object.entries(grid.document.params ?? {})) {
    if (listQuery[name] === undefined) continue
    const field = findField(registry, entity, path)
    const expansion = { registry, reader: { ...caller, locales: config.locales }, module: grid.module }
    const choices = field && fieldOptions(expansion, field)
    if (choices && !choices.some(({ value }) => String(value) === String(listQuery[name]))) throw new ApiError('not-found')
  }
}
