import { sql, type RawBuilder } from 'kysely'
import { readBareFilter } from '#schemas/rules/bare-filter.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError, type FieldErrors } from '#server/errors.ts'
import { ownerLimit, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'
import { createFieldPaths, root, type FieldInSql } from './field-paths.ts'
import { anyOf, filterCondition, filterKindOf, type Condition, type FilterKind } from './filters.ts'
import { badValue } from './ids.ts'
import { isStorableText } from './write/input.ts'
import { parseCursor, type Cursor, type Direction, type SortTerm } from './sort-terms.ts'
import { canSumUp, type SummaryKind } from './summary.ts'
import { searchCondition } from './text-conditions.ts'
import { shortenedFilter, shortenedSearch, type ShortenedSearch } from './shortened-search.ts'
import { readWhere, type WhereFault } from './where-condition.ts'

/** What a list offers; a query may ask for nothing else. */
export interface ListPlan {
  /** Field that each sort key names. */
  sortable: ReadonlyMap<string, string>
  /** `-created_at,title` */
  defaultSort: string
  /** `groups: false` keeps a filter out of `where`. */
  filters: ReadonlyMap<string, { path: string; kind?: FilterKind; groups?: boolean }>
  /** Parameters that narrow by equality, and the field of each. */
  params: ReadonlyMap<string, string>
  tabs: readonly { key: string; where?: Record<string, unknown>; trashed?: boolean; count?: boolean }[]
  /** Field that names the row above, where rows stand beneath each other. */
  tree?: string
  /** Field by whose values rows stand together, whatever the order. */
  groupBy?: string
  /** What is summed up over all rows, by column. */
  summary?: ReadonlyMap<string, { path: string; kind: SummaryKind }>
  pageSize: number
  search: boolean
  /** Keys that mean something to others: `module`, `model`, `parts` … */
  ignored: ReadonlySet<string>
}

/** Limits that a feature sets where its rows are not told by fields alone. */
export interface ListLimits {
  /** Values that fields have in every row, whatever the caller asks for: one, or a list of which one is meant; null for none. */
  fixed?: Readonly<Record<string, unknown>>
  /** Stands in place of the condition of the tab, that on the trash included. */
  within?: Condition
  /** Holds beside the condition of these tabs, for their rows and their counts. */
  beside?: { condition: Condition; tabs: ReadonlySet<string> }
  /** How long a statement may take; `listTimeoutMs` when left out. */
  timeoutMs?: number
}

const maxPageSize = 1000
/** Rows that are read again by their ids. */
const maxIds = 200
/** Rows that a page may lie behind without a cursor: further ones are found by filters. */
const maxOffset = 100_000
const known = new Set(['page', 'page_size', 'sort', 'order', 'tab', 'q', 'ids', 'trashed', 'where', 'after', 'before', 'under'])

/** A query that has been read: every value is one that its key can have. */
export interface ListRequest {
  page: number
  pageSize: number
  /** Only these records, whatever the filters; none for a page. */
  ids: number[]
  terms: SortTerm[]
  /** The row beside which the page lies. */
  cursor?: { at: Cursor; direction: Direction }
  /** Tables, with every join that the conditions and the order need. */
  from: RawBuilder<unknown>
  /** What holds for all tabs: access, parameters, filters and search. */
  shared: Condition
  /** What holds beside it for all rows of the tab. */
  matching: Condition
  /** What holds beside it for the rows that are asked for: of a tree those of one level. */
  here: Condition
  /** Field that names the row above, where one level of a tree is asked for. */
  parent?: FieldInSql
  /** Field by whose values the rows of a page stand together. */
  group?: FieldInSql
  tab?: ListPlan['tabs'][number]
  tabConditions: ReadonlyMap<string, Condition>
  summary: Map<string, { kind: SummaryKind; field: FieldInSql }>
  /** Searches that are longer than what is looked for. */
  shortened: ShortenedSearch[]
}

/**
 * Reads the query of a list: the one place where it is decided which rows somebody may ask for, for pages, summaries and
 * whatever goes through all rows.
 * @throws a 422 naming each key that is unknown and each value that its key cannot have.
 */
export function readListRequest(
  context: ModelContext,
  entity: ModelEntity,
  plan: ListPlan,
  query: Record<string, unknown>,
  options: ModelOptions & ListLimits,
): ListRequest {
  // Without a prototype: a key `__proto__` is reported like any other.
  const errors: FieldErrors = Object.create(null) as FieldErrors
  const whereFaults: WhereFault[] = []
  const refuse = (key: string) => {
    errors[key] ??= [badValue(query[key])]
  }
  const text = (key: string): string | undefined => {
    const value = query[key]
    if (value === undefined || value === null || value === '') return undefined
    if (['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 4000 && isStorableText(String(value)))
      return String(value)
    refuse(key)
    return undefined
  }
  const paths = createFieldPaths(context, entity, options)
  for (const key of Object.keys(query))
    if (!known.has(key) && !plan.ignored.has(key) && !plan.filters.has(key) && !plan.params.has(key))
      errors[key] = [{ key: 'errors.unknown_key', values: { key: key.slice(0, 80) } }]

  const page = wholeNumber(text('page') ?? '1', 1, maxOffset) ?? refuse('page')
  const pageSize = wholeNumber(text('page_size') ?? String(plan.pageSize), 1, maxPageSize) ?? refuse('page_size')
  const ids = idList(text('ids')) ?? refuse('ids')
  const ordered = sortTerms(plan, text('sort'), text('order'), (path) => paths.resolve(path), refuse)
  const terms = groupedTerms(plan.groupBy, ordered, (path) => paths.resolve(path))
  const groupField = plan.groupBy === undefined ? undefined : paths.resolve(plan.groupBy)
  const cursor = cursorOf('after') ?? cursorOf('before')
  if (cursor?.direction === 'after' && cursorOf('before')) refuse('before')
  if (!cursor && page && pageSize && (page - 1) * pageSize > maxOffset) refuse('page')
  const tabKey = text('tab') ?? plan.tabs[0]?.key
  const tab = plan.tabs.find(({ key }) => key === tabKey)
  if (tabKey !== undefined && !tab) refuse('tab')

  function cursorOf(direction: Direction): ListRequest['cursor'] {
    // A field of that name is a filter, as it is in `list`.
    const given = plan.filters.has(direction) ? undefined : text(direction)
    const at = given === undefined ? undefined : parseCursor(terms, given)
    if (given !== undefined && !at) refuse(direction)
    return at && { at, direction }
  }

  const treeField = plan.tree === undefined ? undefined : paths.resolve(plan.tree)
  const underText = treeField ? text('under') : undefined
  // All levels in one list, for whoever takes the whole tree along.
  const isWhole = text('under') === 'all'
  const under = underText === undefined || isWhole ? undefined : idList(underText)?.[0]
  if (text('under') !== undefined && under === undefined && !isWhole) refuse('under')
  // What is found by search, filters or a view of its own stands in one list, wherever it is in the tree.
  const isNarrowed =
    [...plan.filters.keys(), 'q', 'where'].some((key) => text(key) !== undefined) ||
    text('trashed') === '1' ||
    tab?.trashed === true ||
    tab?.where !== undefined
  const isLevel = treeField !== undefined && !isWhole && (under !== undefined || !isNarrowed)

  const shortened: ShortenedSearch[] = []
  const conditions: Condition[] = []
  const owner = ownerLimit(context.caller, entity, options)
  if (owner !== undefined) conditions.push(owner === null ? sql`false` : sql`${sql.ref(`${root}.created_by`)} = ${owner}`)
  for (const [path, value] of Object.entries(options.fixed ?? {})) {
    const field = paths.resolve(path, { trusted: true })
    conditions.push((field && anyOf(field, Array.isArray(value) ? value : [value])) ?? sql`false`)
  }
  for (const [key, path] of plan.params) {
    const one = text(key)
    const condition = one === undefined || one.includes(',') ? undefined : paths.resolveUnique(path, one)
    if (condition) conditions.push(condition)
    else narrow(key, path, (field, value) => anyOf(field, value.split(',')))
  }
  if (!ids?.length) {
    for (const [key, { path, kind }] of plan.filters)
      narrow(key, path, (field, value) => {
        const filterKind = kind ?? filterKindOf(field.column)
        shortened.push(...shortenedFilter(key, filterKind, readBareFilter(filterKind, value)))
        return filterCondition(context, field, filterKind, value)
      })
    const q = text('q')
    if (q !== undefined) {
      if (plan.search) conditions.push(searchCondition(entity, q))
      else refuse('q')
      shortened.push(...shortenedSearch('q', q))
    }
    const where = plan.filters.has('where') ? undefined : text('where')
    if (where !== undefined) {
      const read = readWhere(context, where, (key) => {
        const filter = plan.filters.get(key)
        const field = filter && filter.groups !== false ? paths.resolve(filter.path) : undefined
        return field && { field, kind: filter?.kind ?? filterKindOf(field.column) }
      })
      if ('condition' in read) {
        conditions.push(read.condition)
        shortened.push(...read.shortened)
      } else {
        whereFaults.push(...read.faults)
        errors.where = read.faults.map(({ message }) => message)
      }
    }
  }
  function narrow(key: string, path: string, condition: (field: FieldInSql, value: string) => Condition | undefined) {
    const value = text(key)
    if (value === undefined) return
    const field = paths.resolve(path)
    const found = field && condition(field, value)
    if (found) conditions.push(found)
    else refuse(key)
  }
  const trashed = text('trashed')
  if (trashed !== undefined && !['0', '1'].includes(trashed)) refuse('trashed')
  const { beside } = options
  const tabConditions = new Map(
    plan.tabs.map((each) => {
      const own = tabCondition(each, (path) => paths.resolve(path))
      return [each.key, beside?.tabs.has(each.key) ? (sql.join([own, beside.condition], sql` and `) as Condition) : own]
    }),
  )
  if (Object.keys(errors).length > 0 || !page || !pageSize || !ids)
    throw new ApiError('422', {
      errors: { ...errors },
      ...(whereFaults.length > 0 && { metadata: { where: whereFaults.map(({ message: _, ...place }) => place) } }),
    })

  const summary: ListRequest['summary'] = new Map()
  for (const [key, { path, kind }] of plan.summary ?? []) {
    const field = paths.resolve(path)
    if (field && canSumUp(kind, field.column)) summary.set(key, { kind, field })
  }
  const matching: Condition =
    options.within ??
    (tab ? tabConditions.get(tab.key)! : sql`${sql.ref(`${root}.deleted_at`)} is ${trashed === '1' ? sql`not null` : sql`null`}`)
  const parent = ids.length > 0 || !isLevel ? undefined : treeField
  return {
    page,
    pageSize,
    ids,
    terms,
    cursor,
    tab,
    tabConditions,
    summary,
    shortened,
    from: paths.from(),
    shared: conditions.length > 0 ? (sql.join(conditions, sql` and `) as Condition) : sql`true`,
    matching,
    parent,
    group: ids.length === 0 && groupField?.order && !groupField.column.translated ? groupField : undefined,
    here:
      ids.length > 0
        ? sql`${sql.ref(`${root}.id`)} in (${sql.join(ids)})`
        : parent
          ? (sql`${matching} and ${levelCondition(entity, parent, under)}` as Condition)
          : matching,
  }
}

/** @throws when a published tab names a field that is not there: publishing checks that. */
function tabCondition(tab: ListPlan['tabs'][number], resolve: (path: string) => FieldInSql | undefined): Condition {
  const conditions = [sql`${sql.ref(`${root}.deleted_at`)} is ${tab.trashed ? sql`not null` : sql`null`}`]
  for (const [path, value] of Object.entries(tab.where ?? {})) {
    const field = resolve(path)
    // A tab over a field that the caller may not filter by is empty for him.
    conditions.push((field && anyOf(field, Array.isArray(value) ? value : [value])) ?? sql`false`)
  }
  return sql.join(conditions, sql` and `) as Condition
}

function sortTerms(
  plan: ListPlan,
  sort: string | undefined,
  order: string | undefined,
  resolve: (path: string) => FieldInSql | undefined,
  refuse: (key: string) => void,
): SortTerm[] {
  const asWritten = plan.defaultSort.split(',')
  const keys = sort?.split(',') ?? asWritten.map((term) => term.replace(/^-/, ''))
  const orders =
    order?.split(',') ?? (sort === undefined ? asWritten.map((term) => (term.startsWith('-') ? 'desc' : 'asc')) : keys.map(() => 'asc'))
  if (orders.length !== keys.length || orders.some((each) => each !== 'asc' && each !== 'desc')) refuse('order')
  if (keys.length > 5 || new Set(keys).size !== keys.length) refuse('sort')
  const terms: SortTerm[] = []
  for (const [at, key] of keys.entries()) {
    const path = plan.sortable.get(key) ?? (sort === undefined ? key : undefined)
    const field = path === undefined ? undefined : resolve(path)
    if (field?.order) terms.push({ key, field, descending: orders[at] === 'desc' })
    else if (sort !== undefined) refuse('sort')
  }
  return terms
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= least && value <= most ? value : undefined
}

function idList(text: string | undefined): number[] | undefined {
  if (text === undefined) return []
  const ids = text.split(',')
  return ids.length <= maxIds && ids.every((id) => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)))
    ? [...new Set(ids.map(Number))]
    : undefined
}

/** Rows beneath one, or those at the top: without a row above, or with one that is in the trash. */
function levelCondition(entity: ModelEntity, { value }: FieldInSql, under: number | undefined): Condition {
  if (under !== undefined) return sql`${value} = ${under}`
  return sql`not exists (select 1 from ${sql.raw(tableOf(entity.document.name))} as above where above.id = ${value} and above.deleted_at is null)`
}

/** Rows of one group stand together, in the order that was asked for. */
function groupedTerms(groupBy: string | undefined, terms: SortTerm[], resolve: (path: string) => FieldInSql | undefined): SortTerm[] {
  if (groupBy === undefined) return terms
  const own = terms.find(({ key }) => key === groupBy)
  if (own) return [own, ...terms.filter((term) => term !== own)]
  const field = resolve(groupBy)
  return field?.order ? [{ key: groupBy, field, descending: false }, ...terms] : terms
}
