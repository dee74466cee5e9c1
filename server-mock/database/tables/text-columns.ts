import { groupsOf } from '#schemas/rules/metrics/metric-parts.ts'
import type { EntityDocument, GridDocument, MetricDocument, NotificationDocument, Where } from '#schemas/types/contract.d.ts'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { sortKey } from '#schemas/rules/text/sort-key.ts'
import { parseWhere, whereConditions } from '#schemas/rules/conditions/where.ts'
import { rulesOf } from '#server/documents/record-rules.ts'
import { uniqueIndexes } from './unique-indexes.ts'
import { foldColumn, searchColumn, shapeOf, sortColumn, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'

/** How the grids use one table; fields by column name. */
export interface TableUse {
  /** Texts that grids sort by: they get a sort key. */
  sorted: Set<string>
  /** Texts that a filter searches: they get a folded copy. */
  folded: Set<string>
  /** Other columns that are sorted or filtered by. */
  compared: Set<string>
  /** Columns that record rules compare. */
  ruled: Set<string>
  /** Orders of more than one field, of grids and of `storage.index`, by their notation. */
  orders: Map<string, { column: string; descending: boolean }[]>
  /** Whether a list offers quick search. */
  searched: boolean
}

/** A column that the server computes from others and never sends. */
export interface TextColumn {
  name: string
  type: 'text' | 'jsonb'
  /** How it is computed; if this text changes, stored rows are computed again. */
  recipe: string
  compute: (row: Record<string, unknown>) => unknown
}

/** Raised when `foldText` or `sortKey` return other results than before. */
const recipeVersion = 1
const sortKeyLength = 200

type Entities = ReadonlyMap<string, EntityDocument>

/**
 * How the grids and metrics use each entity's table. Fields in an entity's `display` are sorted by, too; those of them that are searched
 * are filtered by in lists without a filter for them, where folding the text of each record would take the database long.
 */
export function tableUses(
  entities: Entities,
  grids: Iterable<GridDocument>,
  metrics: Iterable<MetricDocument> = [],
  notifications: Iterable<NotificationDocument> = [],
): Map<string, TableUse> {
  const uses = new Map<string, TableUse>()
  for (const [name, document] of entities) {
    uses.set(name, { sorted: new Set(), folded: new Set(), compared: new Set(), ruled: new Set(), orders: new Map(), searched: false })
    for (const [, field] of (document.display ?? '{title}').matchAll(/\{([a-z][a-z0-9_]*)\}/g)) {
      note(entities, uses, name, field!, 'sorted')
      if (document.storage?.search?.includes(field!)) note(entities, uses, name, field!, 'folded')
    }
  }
  for (const document of entities.values()) noteRules(entities, uses, document)
  for (const [name, document] of entities)
    for (const fields of (document.storage?.index ?? []).filter(isOrder)) {
      const order = orderOf(document, fields.join())
      if (order) uses.get(name)!.orders.set(fields.join(), order)
    }
  for (const grid of grids) {
    for (const column of grid.columns)
      if (typeof column === 'object' && column.sortable) note(entities, uses, grid.entity, column.key, 'sorted')
    const ofTabs = (Array.isArray(grid.tabs) ? grid.tabs : []).flatMap((tab) => (typeof tab === 'string' ? [] : (tab.sort ?? [])))
    for (const term of [...(grid.sort === undefined ? [] : [grid.sort]), ...ofTabs].flatMap((sort) => sort.split(',')))
      note(entities, uses, grid.entity, term.replace(/^-/, ''), 'sorted')
    if (grid.group_by !== undefined) note(entities, uses, grid.entity, grid.group_by, 'sorted')
    for (const filter of grid.filters ?? [])
      note(
        entities,
        uses,
        grid.entity,
        typeof filter === 'string' ? filter : (filter.field ?? filter.key),
        'folded',
        typeof filter === 'object' ? filter.kind : undefined,
      )
    const document = entities.get(plainName(grid.entity))
    const use = document && uses.get(document.name)
    const order = document && orderOf(document, grid.sort ?? '-created_at')
    if (use && order && order.length > 1) use.orders.set(grid.sort!, order)
    for (const sort of use ? ofTabs : []) {
      const own = orderOf(document!, sort)
      if (own && own.length > 1) use!.orders.set(sort, own)
    }
    for (const column of document && order ? ruledColumns(document) : [])
      use?.orders.set(`${column} ${grid.sort ?? ''}`, [{ column, descending: false }, ...order!])
    for (const path of Object.values(grid.params ?? {})) {
      // A list narrowed by a parameter reads the rows of one value in the default order.
      const column = document && narrowingColumn(entities, document, path)
      if (use && order && column)
        use.orders.set(`${column.name} ${grid.sort ?? ''}`, [{ column: column.name, descending: false }, ...order])
    }
    if (use && grid.search !== false) use.searched = true
    for (const path of Object.values(grid.params ?? {})) note(entities, uses, grid.entity, path, 'compared')
  }
  // Every table has an index on the moment when its records were made.
  for (const metric of metrics)
    for (const { field, by } of groupsOf(metric))
      if (by !== undefined && field !== 'created_at') note(entities, uses, metric.entity, field, 'compared')
  for (const { on } of notifications) if (on.before && on.entity !== undefined) note(entities, uses, on.entity, on.before.field, 'compared')
  return uses
}

/** The columns that record rules compare, of whichever table their paths lead to. */
function noteRules(entities: Entities, uses: Map<string, TableUse>, document: EntityDocument) {
  for (const { where } of rulesOf(document) ?? [])
    for (const { path, isSearched } of rulePaths(where)) {
      let owner: EntityDocument | undefined = document
      for (const step of path.split('.')) {
        const column: EntityColumn | undefined = owner && shapeOf(owner).byName.get(step)
        if (!column) break
        const isText = (column.kind === 'text' || column.translated) && !column.values
        uses.get(owner!.name)![isSearched && isText ? 'folded' : 'ruled'].add(column.name)
        owner = column.references === undefined ? undefined : entities.get(plainName(column.references))
      }
    }
}

/** Paths of a rule's conditions; texts are compared as they are by equalities, and searched by conditions as a text. */
function rulePaths(where: Where | undefined): { path: string; isSearched: boolean }[] {
  if (typeof where !== 'string') return Object.keys(where ?? {}).map((path) => ({ path, isSearched: false }))
  return [...whereConditions(parseWhere(where))].map(({ condition }) => ({ path: condition.key, isSearched: true }))
}

/** Own columns by which a rule leaves the records of one value: a list of them is read in its order. */
const ruledColumns = (document: EntityDocument): string[] => [
  ...new Set(
    (rulesOf(document) ?? []).flatMap(({ where }) =>
      typeof where === 'object'
        ? Object.keys(where).flatMap((path) => {
            const column = shapeOf(document).byName.get(path)
            return column && column.kind !== 'json' && !column.translated ? [column.name] : []
          })
        : [],
    ),
  ),
]

const plainName = (entity: string) => entity.slice(entity.lastIndexOf('/') + 1)

/** The column that a parameter compares: its own, or the reference to the single record that a unique field identifies. */
function narrowingColumn(entities: Entities, document: EntityDocument, path: string): EntityColumn | undefined {
  const [head, field, ...rest] = path.split('.')
  const column = shapeOf(document).byName.get(head!)
  if (!column || column.kind === 'json' || column.translated || field === undefined) return field === undefined ? column : undefined
  const target = column.references === undefined ? undefined : entities.get(plainName(column.references))
  return target && rest.length === 0 && isUniqueField(shapeOf(target), field) ? column : undefined
}

/** Whether a text in a field identifies at most one record. */
export function isUniqueField(shape: EntityShape, field: string): boolean {
  const column = shape.byName.get(field)
  return (
    column?.kind === 'text' &&
    !column.translated &&
    uniqueIndexes(shape).some(({ columns }) => columns.length === 1 && columns[0] === column)
  )
}

/** A sort order by columns of the table itself, which an index can cover. */
/** Whether the fields of an index are those of an order: `-` leads a field that comes from its largest value down. */
export const isOrder = (fields: readonly string[]): boolean => fields.some((field) => field.startsWith('-'))

function orderOf(document: EntityDocument, sort: string): { column: string; descending: boolean }[] | undefined {
  const terms = sort
    .split(',')
    .map((term) => ({ column: shapeOf(document).byName.get(term.replace(/^-/, '')), descending: term.startsWith('-') }))
  if (!terms.every(({ column }) => column !== undefined && column.kind !== 'json' && !column.translated)) return undefined
  return terms.map(({ column, descending }) => ({ column: column!.name, descending }))
}

function note(
  entities: Entities,
  uses: Map<string, TableUse>,
  entity: string,
  path: string,
  purpose: 'sorted' | 'folded' | 'compared',
  kind?: string,
) {
  const document = entities.get(plainName(entity))
  const [head, ...rest] = path.split('.')
  const column = document && shapeOf(document).byName.get(head!)
  const table = document && uses.get(document.name)
  if (!column || !table) return
  if (rest.length > 0) {
    if (!column.references) return
    table.compared.add(column.name)
    return note(entities, uses, column.references, rest.join('.'), purpose, kind)
  }
  const isText = (column.kind === 'text' || column.translated) && !column.values
  if (!isText || purpose === 'compared' || (kind && kind !== 'text')) {
    if (column.kind !== 'json') table.compared.add(column.name)
  } else table[purpose].add(column.name)
}

/** Fields of quick search, without guarded ones: the column is the same for all callers and must not reveal what some may not read. */
export const searchedColumns = (shape: EntityShape): EntityColumn[] =>
  (shape.document.storage?.search ?? [])
    .map((field) => shape.byName.get(field))
    .filter((column): column is EntityColumn => column !== undefined && !isGuarded(shape, column))

/** The computed columns of a table. */
export function textColumns(shape: EntityShape, tableUse: TableUse): TextColumn[] {
  const byColumn = new Map(shape.columns.map((column) => [column.name, column]))
  const columns: TextColumn[] = []
  const searched = searchedColumns(shape)
  if (searched.length > 0) {
    columns.push({
      name: searchColumn,
      type: 'text',
      recipe: recipe(
        'search',
        searched.map((column) => column.name),
      ),
      compute: (row) => searched.map((column) => foldText(textIn(row[column.name]))).join('\n'),
    })
  }
  for (const name of tableUse.sorted) {
    const { translated } = byColumn.get(name)!
    const key = (text: unknown) => (typeof text === 'string' ? wholeLetters(sortKey(text).slice(0, sortKeyLength)) : null)
    columns.push({
      name: sortColumn(name),
      type: translated ? 'jsonb' : 'text',
      recipe: recipe('sort', [name]),
      compute: (row) => (translated ? mapValues(row[name], key) : key(row[name])),
    })
  }
  for (const name of tableUse.folded) {
    // Each text of a translated field is a line of its own, so that it can be compared as a whole.
    const { translated } = byColumn.get(name)!
    const fold = (value: unknown) =>
      translated && typeof value === 'object'
        ? Object.values(value as object)
            .map((text) => foldText(textIn(text)))
            .join('\n')
        : foldText(textIn(value))
    columns.push({
      name: foldColumn(name),
      type: 'text',
      recipe: recipe(translated ? 'fold-lines' : 'fold', [name]),
      compute: (row) => (row[name] == null ? null : fold(row[name])),
    })
  }
  return columns
}

export const isGuarded = (shape: EntityShape, column: EntityColumn) => Object.hasOwn(shape.document.access?.fields ?? {}, column.field)

/** Removes half a surrogate pair that a cut left at the end: no column can store it. */
const wholeLetters = (text: string) => text.replace(/[\ud800-\udbff]$/, '')

/** Whether the mark of a column is that of a computed one. */
export const isRecipe = (comment: string): boolean => /^(search|sort|fold|fold-lines):\d+:/.test(comment)

const recipe = (what: string, names: string[]) => `${what}:${recipeVersion}:${names.join(',')}`

function mapValues(value: unknown, map: (text: unknown) => string | null): Record<string, string | null> | null {
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, map(text)])) : null
}

/** Every text and number inside a value, one per line. */
function textIn(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (typeof value === 'object') return Object.values(value).map(textIn).join('\n')
  return String(value)
}
