import { currencyOfPath, currencyPath } from '#schemas/formula/currencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import type { ListedGrid } from '#schemas/rules/lifecycle/state-tabs.ts'
import type { GridDocumentColumn } from '#schemas/types/contract.d.ts'
import { isAllowed, sessionOf } from '#server/caller.ts'
import { entityAccess, findEntity } from '#server/documents/entity-field.ts'
import { readableTabs } from '#server/documents/readable-tabs.ts'
import { ApiError, validationError } from '#server/errors.ts'
import { findModel, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import { badValue } from '#server/model/ids.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { queryList, type GroupCount, type Pagination, type TabCount, type WantedParts } from '#server/model/list/list-query.ts'
import type { ListLimits, ListPlan } from '#server/model/list/list-plan.ts'
import { readRecords, type ModelRecord, type StoredRow } from '#server/model/read.ts'
import { readInPortions } from '#server/model/read-portions.ts'
import { changeableAmong } from '#server/model/rows/fixed-rows.ts'
import type { ShortenedSearch } from '#server/model/list/shortened-search.ts'
import type { Summary } from '#server/model/list/summary.ts'

export interface GridRows {
  rows: (Pick<ModelRecord, 'id'> & Partial<ModelRecord>)[]
  pagination: Pagination
  /** Counts of the tabs that ask for one, where they are wanted; empty for a row refresh. */
  tabs: TabCount[]
  /** Where rows stand in groups: those that go beyond the page. */
  groups?: GroupCount[]
  /** What all rows come to, where the grid asks for it. */
  summary?: Summary
  /** Searches of which only a part was looked for. */
  shortened?: ShortenedSearch[]
  /** What the rows are in order of, e.g. `created_at` and `desc`. */
  sort: string
  order: string
}

/** What a grid call is asked for by `parts`. */
export interface GridParts extends WantedParts {
  /** The rows, with what columns, flags and actions use. */
  cells: boolean
  /** Of the rows their `id` alone. */
  ids: boolean
  /** The grid's document with its modals, title and breadcrumbs. */
  grid: boolean
  /** The saved views and preferences of the caller. */
  views: boolean
}

const partNames: readonly string[] = ['all', 'results', 'cells', 'ids', 'tabs', 'summary', 'grid', 'views']

/** What `parts` asks for, as a comma list; undefined for the whole answer. @throws a 422 for a part that there is not. */
export function partsOf(parts: unknown): GridParts | undefined {
  const named = new Set(typeof parts === 'string' && parts !== '' ? parts.split(',') : [])
  if ([...named].some((name) => !partNames.includes(name))) throw validationError({ parts: [badValue(parts)] })
  const cells = named.has('cells')
  const wanted = {
    results: cells || named.has('results'),
    cells,
    ids: named.has('ids') && !cells && !named.has('results'),
    tabs: named.has('tabs'),
    summary: named.has('summary'),
    grid: named.has('grid'),
    views: named.has('views'),
  }
  return Object.values(wanted).includes(true) ? wanted : undefined
}

/** A record of a page, as it is stored and as it is answered; `flags` are a feature's own, in place of the model's. */
export interface FoundRow {
  row: StoredRow
  record: ModelRecord
  flags?: Record<string, boolean>
}

export interface GridRowsOptions extends ModelOptions, ListLimits {
  /** Reads the records of a page in place of the model, for a feature whose rows hold more than fields. */
  readRows?: (ids: readonly number[]) => Promise<FoundRow[]>
}

const ignored = new Set(['module', 'class', 'part', 'version', 'mock', 'parts'])

/**
 * Rows of a published grid, each with its columns' values and flags.
 * @param gridName `module/class/part`
 * @throws `unknown-grid`, `permission-denied`, or a 422 naming each key of the query that the grid cannot answer.
 */
export async function gridRows(
  context: ModelContext,
  gridName: string,
  query: Record<string, unknown>,
  options: GridRowsOptions = {},
): Promise<GridRows> {
  const grid = context.registry.grids.get(gridName)?.document
  if (!grid) throw new ApiError('unknown-grid')
  const entity = findModel(context, grid.entity)
  if (
    !options.trusted &&
    !(
      isAllowed(context.caller, entityAccess(entity.document, 'read')) &&
      (grid.access === undefined || isAllowed(context.caller, grid.access))
    )
  )
    throw new ApiError('permission-denied')
  const columns = grid.columns
    .map((column) => (typeof column === 'string' ? { key: column } : column))
    .filter((column) => options.trusted || column.access === undefined || isAllowed(context.caller, column.access))
  const parts = partsOf(query.parts)
  const page = await queryList(
    context,
    entity,
    planOf(context, grid, columns),
    query,
    options,
    parts ? { ...parts, results: parts.results || parts.ids } : { results: true, tabs: true, summary: true },
  )
  const recordOptions = {
    trusted: options.trusted,
    listed: true,
    ownPaths: !options.trusted,
    paths: columns
      .filter(({ running }) => running === undefined)
      .flatMap((column) => [...pathsOfColumn(column), ...currencyPaths(context, entity, column)])
      .concat(grid.group_by ?? [], insertedPaths(grid)),
  }
  const readRows = options.readRows ?? ((ids: readonly number[]): Promise<FoundRow[]> => readRecords(context, entity, ids, recordOptions))
  const wantedIds = parts?.ids ? [] : page.ids
  const pageRecords = await readInPortions(entity, wantedIds, recordOptions.paths, readRows)
  const writable = await changeableAmong(context, entity, wantedIds, options)
  return {
    rows: parts?.ids
      ? page.ids.map((id) => ({ id }))
      : pageRecords.map(({ record, row, flags }) =>
          // The record was read for this answer alone: it is completed, not copied.
          Object.assign(
            record,
            flags ?? flagsOf(context, entity, row, options, writable),
            page.running?.get(Number(row.id)),
            page.parents && { has_children: page.parents.has(Number(row.id)) },
          ),
        ),
    pagination: page.pagination,
    tabs: page.tabs,
    groups: page.groups,
    summary: page.summary,
    shortened: page.shortened,
    sort: page.sort,
    order: page.order,
  }
}

function planOf(context: ModelContext, grid: ListedGrid, columns: readonly GridDocumentColumn[]): ListPlan {
  const { caller, registry } = context
  const defaultSort = grid.sort ?? '-created_at'
  const sortable = [
    'id',
    'created_at',
    'updated_at',
    ...[defaultSort, ...(grid.tabs ?? []).flatMap((tab) => tab.sort ?? [])]
      .flatMap((sort) => sort.split(','))
      .map((term) => term.replace(/^-/, '')),
    ...columns.filter((column) => column.sortable).map((column) => column.key),
  ]
  const filters = (grid.filters ?? []).map((filter) => (typeof filter === 'string' ? { key: filter } : filter))
  const entity = findEntity(registry, grid.entity)
  const currencyAt = (column: GridDocumentColumn) => entity && currencyPaths(context, entity, column)[0]
  const tabs = readableTabs({ registry, reader: caller, module: entity?.module ?? '' }, entity, grid.tabs ?? [])
  return {
    sortable: new Map(sortable.map((key) => [key, key])),
    defaultSort,
    filters: new Map(filters.map((filter) => [filter.key, { path: filter.field ?? filter.key, kind: filter.kind, groups: filter.groups }])),
    params: new Map(Object.entries(grid.params ?? {})),
    tabs: tabs.map((tab) => ({ ...tab, where: fillWhere(tab.where, { session: sessionOf(caller) }) })),
    tree: grid.tree?.parent,
    groupBy: grid.group_by,
    summary: new Map(
      columns.flatMap((column) =>
        column.summary ? [[column.key, { path: column.key, kind: column.summary, currency: currencyAt(column) }] as const] : [],
      ),
    ),
    running: new Map(
      columns.flatMap((column) =>
        column.running === undefined ? [] : [[column.key, { formula: column.running, currency: currencyAt(column) }] as const],
      ),
    ),
    pageSize: grid.page_size ?? 15,
    search: grid.search !== false,
    ignored,
  }
}

const knownPaths = new WeakMap<ListedGrid, string[]>()

/** Fields that links and actions of the grid insert, `campaign.slug` of `{row.campaign.slug}`, and those of the conditions of actions. */
function insertedPaths(grid: ListedGrid): string[] {
  let paths = knownPaths.get(grid)
  if (!paths) {
    const text = JSON.stringify([grid.columns, grid.row, grid.bulk])
    const inserted = [...text.matchAll(/\{row\.([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)\}/g)].map(([, path]) => path!)
    paths = [...new Set([...inserted, ...[grid.row, grid.bulk].flatMap(fieldsOfWhen)])]
    knownPaths.set(grid, paths)
  }
  return paths
}

/** Fields of each `when` of actions, at any depth. */
function fieldsOfWhen(actions: unknown): string[] {
  if (Array.isArray(actions)) return actions.flatMap(fieldsOfWhen)
  if (!isRecord(actions)) return []
  return Object.entries(actions).flatMap(([key, value]) =>
    key === 'when' && isRecord(value) ? fieldsOfCondition(value) : fieldsOfWhen(value),
  )
}

/** The field whose currency a column has: of a running sum the first of its formula. */
const amountOf = ({ key, running }: GridDocumentColumn): string =>
  (running === undefined ? undefined : fieldsOfFormula(parseFormula(running))[0]) ?? key

/** Where the amounts of a column have their currency, if rows differ in it. */
function currencyPaths({ registry }: ModelContext, { document }: Pick<ModelEntity, 'document'>, column: GridDocumentColumn): string[] {
  const find = (name: string) => findEntity(registry, name)?.document
  return [{ ...column, key: column.price ?? amountOf(column) }, ...(column.cases ?? [])].flatMap(({ key = column.key, currency }) => {
    const path = currency === undefined ? currencyOfPath(document, key.split('.'), find).path : currencyPath(document, { currency }, find)
    return path ?? []
  })
}

/** Fields that a column draws from, on whichever row. */
const pathsOfColumn = ({ key, picture, sku, price, cases = [] }: GridDocumentColumn): string[] =>
  [key, picture, sku, price, ...cases.flatMap((one) => [one.key, ...fieldsOfCondition(one.when)])].filter((path) => path !== undefined)
