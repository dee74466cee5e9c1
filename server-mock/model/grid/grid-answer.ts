import type { GridAnswer, GridRow } from '#schemas/types/contract.d.ts'
import { expandGrid, type GridMetadata } from '#server/documents/expand-grid.ts'
import type { CallContext } from '#server/feature.ts'
import { fieldOptions, findEntity, findField } from '#server/documents/entity-field.ts'
import { ApiError } from '#server/errors.ts'
import { leanRow, usedFields } from '#server/documents/grid-fields.ts'
import { partsOf, type GridRows, type GridRowsOptions } from './grid.ts'
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
  const metadata = expandGrid(registry, { ...caller, locales: config.locales }, gridName, chosen)
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
