import type { Action, EntityDocument, GridAnswer, GridDocument, GridGrid, GridTab, Where } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import { cached } from './expansion-cache.ts'
import { gridWithFormats } from './condition-formats.ts'
import { expandAction, withIds } from './expand-action.ts'
import { expandColumn, expandColumns } from './expand-column.ts'
import { expandEdit, expandReorder } from './expand-edit.ts'
import { expandFilter } from './expand-filter.ts'
import { createModalCollector, type ModalCollector } from './expand-modal.ts'
import { expandQuickView } from './expand-quick-view.ts'
import { entityAccess, fieldLabel, fieldOptions, findEntity, findField, mayReadField } from './entity-field.ts'
import { compact, humanise, localised, may, messageOf, textOf, within, type Expansion, type Reader } from './expansion.ts'
import { genericAction, isGenericAction } from './generic-actions.ts'
import { gridAccess, mayCall } from './reach.ts'
import { readableTabs } from './readable-tabs.ts'
import { transitionActions } from './transition-actions.ts'
import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { ListedGrid } from '#schemas/rules/lifecycle/state-tabs.ts'
import type { DocumentRegistry, Owned } from './registry.ts'

export type GridMetadata = Pick<GridAnswer, 'breadcrumbs' | 'page_title' | 'modals' | 'grid'>

const pageSizes = [15, 30, 50, 100, 200, 500, 1000]
const defaultPageSize = 15
const sortField = /^[A-Za-z_][A-Za-z0-9_.]*(,[A-Za-z_][A-Za-z0-9_.]*)*$/
const sortOrder = /^(asc|desc)(,(asc|desc))*$/

/**
 * The metadata of a grid call without its pagination: columns, filters, tabs, actions and the modals that they open, for
 * this reader. `query` says which order the rows are in. Throws `unknown-grid`, and `permission-denied` without access.
 */
export function expandGrid(
  registry: DocumentRegistry,
  reader: Reader,
  gridName: string,
  query: Record<string, unknown> = {},
): GridMetadata {
  const grid = registry.grids.get(gridName)
  if (!grid) throw new ApiError('unknown-grid')
  const expansion: Expansion = { registry, reader, module: grid.module }
  if (!reader.user) throw new ApiError('endpoint-401')
  if (!may(expansion, gridAccess(registry, grid.document))) throw new ApiError('permission-denied')
  const metadata = cached(registry, reader, `grid ${gridName}`, () => build(expansion, gridName, grid))
  const { sort, order } = query
  if (typeof sort !== 'string' || !sortField.test(sort)) return metadata
  const orders =
    typeof order === 'string' && sortOrder.test(order)
      ? order
      : sort
          .split(',')
          .map(() => 'asc')
          .join()
  return { ...metadata, grid: { ...metadata.grid, sort, order: orders } }
}

function build(expansion: Expansion, gridName: string, grid: Owned<ListedGrid> & { name: string }): GridMetadata {
  const { document } = grid
  const entity = findEntity(expansion.registry, document.entity)
  const modals = createModalCollector()
  const title = titleOf(expansion, grid, entity)
  const actions = (items: GridDocument['row'], options?: { bulk: boolean }) =>
    expandGridActions(expansion, grid, entity, items, modals, options)
  const columns = expandColumns(expansion, entity, document.columns, modals, Object.keys(document.params ?? {}))
  const answer: GridGrid = compact<GridGrid>({
    name: gridName,
    entity: entity?.document.name,
    ...expandEdit(expansion, document, entity, columns),
    ...expandReorder(expansion, document, entity),
    quick_view: expandQuickView(expansion, document, entity, columns),
    filters: (document.filters ?? []).flatMap((filter) => expandFilter(expansion, entity, filter) ?? []),
    tabs: expandTabs(expansion, document, entity),
    toolbar: actions(document.toolbar),
    row: actions(document.row),
    bulk: actions(document.bulk, { bulk: true }),
    ...searchOf(expansion, document, entity),
    ...sortOf(document.sort),
    ...defaultsOf(document),
    refresh_every: document.refresh_every,
    tree: document.tree,
    group_by:
      document.group_by === undefined
        ? undefined
        : expandColumn(
            expansion,
            entity,
            document.columns.find((column) => typeof column !== 'string' && column.key === document.group_by) ?? document.group_by,
            modals,
          ),
    can_export: may(expansion, typeof document.export === 'object' ? document.export.access : undefined) && document.export !== false,
    can_import: entity !== undefined && mayImport(expansion, document, entity.document),
    page_sizes: [...new Set([document.page_size ?? defaultPageSize, ...pageSizes])].sort((a, b) => a - b),
    empty:
      document.empty &&
      compact({
        ...localised(expansion, document.empty),
        action: document.empty.action && expandAction(expansion, document.empty.action, modals),
      }),
  })
  for (const name of document.modals ?? []) modals.open(expansion, name)
  return {
    breadcrumbs: document.breadcrumbs ? localised(expansion, document.breadcrumbs) : defaultTrail(expansion, title),
    page_title: title,
    modals: modals.all(),
    grid: entity ? gridWithFormats(answer, entity.document.schema) : answer,
  }
}

/** Whether the reader may import: he may make the call that saves a row. */
function mayImport(expansion: Expansion, { import: importOptions }: GridDocument, entity: EntityDocument): boolean {
  const settings = importOptions === true ? {} : importOptions
  const endpoint = settings?.endpoint ?? entity.calls?.save
  const isServed = endpoint !== undefined || (entity.generic ?? 'all') === 'all'
  return (
    settings !== undefined &&
    isServed &&
    may(expansion, settings.access) &&
    may(expansion, entityAccess(entity, 'write')) &&
    mayCall(expansion, endpoint)
  )
}

function searchOf(
  expansion: Expansion,
  document: GridDocument,
  entity: Owned<EntityDocument> | undefined,
): Pick<GridGrid, 'search' | 'search_fields'> {
  const fields = document.search !== false && entity ? (entity.document.storage?.search ?? []) : []
  const titles = entity
    ? fields.filter((path) => mayReadField(expansion, entity, path)).map((path) => fieldLabel(expansion, entity, path))
    : []
  return { search: fields.length > 0, ...(titles.length > 0 && { search_fields: titles }) }
}

/** Title of the grid: its own, the message `grids.<name>`, or that of its entity. */
function titleOf(expansion: Expansion, grid: Owned<GridDocument> & { name: string }, entity: Owned<EntityDocument> | undefined): string {
  if (grid.document.title !== undefined) return textOf(expansion, grid.document.title)
  return (
    messageOf(expansion, `grids.${grid.name}`) ??
    (entity ? textOf(within(expansion, entity.module), entity.document.title) : humanise(grid.name))
  )
}

/** Breadcrumbs: module and page, or one crumb where both have the same title. */
export function defaultTrail(expansion: Expansion, title: string): { title: string }[] {
  const module = expansion.registry.modules.get(expansion.module)?.module.title
  const first = module === undefined ? title : textOf(expansion, module)
  return first === title ? [{ title }] : [{ title: first }, { title }]
}

function expandGridActions(
  expansion: Expansion,
  grid: Owned<GridDocument>,
  entity: Owned<EntityDocument> | undefined,
  items: GridDocument['row'],
  modals: ModalCollector,
  options?: { bulk: boolean },
): Action[] {
  return withIds(
    (items ?? []).flatMap((item) => {
      if (typeof item !== 'string') return expandAction(expansion, item, modals)
      const place = { record: 'row', refresh: 'row', ...options } as const
      if (item === 'transitions' && entity) return transitionActions(expansion, entity, modals, place)
      if (isGenericAction(item)) return entity && genericAction(expansion, grid, entity, item, modals, options)
      const modal = expansion.registry.modal(expansion.module, item)
      if (!modal && entity && findTransition(entity.document, item))
        return transitionActions(expansion, entity, modals, { ...place, only: item })
      const id = modal && modals.open(expansion, item)
      return modal && id !== undefined
        ? {
            id: item.replace('/', '-'),
            type: 'modal',
            title: textOf(within(expansion, modal.module), modal.document.title),
            options: { modal: id },
          }
        : undefined
    }),
  )
}

function expandTabs(expansion: Expansion, document: ListedGrid, entity: Owned<EntityDocument> | undefined): GridTab[] {
  return readableTabs(expansion, entity, document.tabs ?? [])
    .filter((tab) => !tab.trashed || !entity || may(expansion, entityAccess(entity.document, 'trash')))
    .map((tab) => ({
      ...(tab.sort !== undefined && ownOrder(tab.sort)),
      key: tab.key,
      title:
        tab.title !== undefined
          ? textOf(expansion, tab.title)
          : (messageOf(expansion, `tabs.${tab.key}`) ?? valueOf(expansion, entity, tab.where) ?? humanise(tab.key)),
    }))
}

/** A tab that filters by one value of a field has the title of that value. */
function valueOf(expansion: Expansion, entity: Owned<EntityDocument> | undefined, where: Where | undefined): string | undefined {
  const [name, value] = typeof where === 'object' ? (Object.entries(where)[0] ?? []) : []
  const field = entity && name !== undefined ? findField(expansion.registry, entity, name) : undefined
  return field && fieldOptions(expansion, field)?.find((option) => option.value === value)?.title
}

const defaultsOf = ({ sort, page_size = defaultPageSize }: GridDocument) => ({ ...ownOrder(sort), default_page_size: page_size })

function ownOrder(own: string | undefined): { default_sort: string; default_order: string } {
  const { sort, order } = sortOf(own)
  return { default_sort: sort, default_order: order }
}

/** `-published_at,title` becomes `{ sort: 'published_at,title', order: 'desc,asc' }`. */
function sortOf(sort = '-created_at'): { sort: string; order: string } {
  const parts = sort.split(',')
  return {
    sort: parts.map((part) => part.replace(/^-/, '')).join(),
    order: parts.map((part) => (part.startsWith('-') ? 'desc' : 'asc')).join(),
  }
}
