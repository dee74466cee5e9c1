import { sql } from 'kysely'
import { Refusal, type FieldErrors } from '#server/errors.ts'
import { countEach, countLimit, type Counted } from './counts.ts'
import { ownerLimit, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'
import { createFieldPaths, root, type FieldInSql } from './field-paths.ts'
import { anyOf, filterCondition, filterKindOf, type Condition, type FilterKind } from './filters.ts'
import { badValue } from './ids.ts'
import { isStorableText } from './input.ts'
import { searchCondition } from './text-conditions.ts'
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
  pageSize: number
  search: boolean
  /** Keys that mean something to others: `module`, `model`, `parts` … */
  ignored: ReadonlySet<string>
}

/** Limits that a feature sets where its rows are not told by fields alone. */
export interface ListLimits {
  /** Stands in place of the condition of the tab, that on the trash included. */
  within?: Condition
  /** Holds beside the condition of these tabs, for their rows and their counts. */
  beside?: { condition: Condition; tabs: ReadonlySet<string> }
}

export interface Pagination { page: number; page_size: number; total: number; total_is_exact: boolean; pages: number }
export interface TabCount { key: string; count: number; count_is_exact: boolean }
export interface ListPage { ids: number[]; pagination: Pagination; tabs: TabCount[]; sort: string; order: string }

const maxPageSize = 200
/** Rows that a page may lie behind: further ones are found by filters. */
const maxOffset = 100_000
const known = new Set(['page', 'page_size', 'sort', 'order', 'tab', 'q', 'ids', 'trashed', 'where'])

/**
 * The ids of one page of a list, its totals and the counts of its tabs.
 * @throws a 422 naming each key that is unknown and each value that its key cannot have.
 */
export async function queryList(context: ModelContext, entity: ModelEntity, plan: ListPlan, query: Record<string, unknown>, options: ModelOptions & ListLimits & { counts?: boolean }): Promise<ListPage> {
  // Without a prototype: a key `__proto__` is reported like any other.
  const errors: FieldErrors = Object.create(null) as FieldErrors
  const whereFaults: WhereFault[] = []
  const refuse = (key: string) => { errors[key] ??= [badValue(query[key])] }
  const text = (key: string): string | undefined => {
    const value = query[key]
    if (value === undefined || value === null || value === '') return undefined
    if (['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 4000 && isStorableText(String(value))) return String(value)
    refuse(key)
    return undefined
  }
  const paths = createFieldPaths(context, entity, options)
  for (const key of Object.keys(query)) if (!known.has(key) && !plan.ignored.has(key) && !plan.filters.has(key) && !plan.params.has(key)) errors[key] = [{ key: 'errors.unknown_key', values: { key: key.slice(0, 80) } }]

  const page = wholeNumber(text('page') ?? '1', 1, maxOffset) ?? refuse('page')
  const pageSize = wholeNumber(text('page_size') ?? String(plan.pageSize), 1, maxPageSize) ?? refuse('page_size')
  if (page && pageSize && (page - 1) * pageSize > maxOffset) refuse('page')
  const ids = idList(text('ids')) ?? refuse('ids')
  const terms = sortTerms(plan, text('sort'), text('order'), path => paths.resolve(path), refuse)
  const tabKey = text('tab') ?? plan.tabs[0]?.key
  const tab = plan.tabs.find(({ key }) => key === tabKey)
  if (tabKey !== undefined && !tab) refuse('tab')

  const conditions: Condition[] = []
  const owner = ownerLimit(context.caller, entity, options)
  if (owner !== undefined) conditions.push(owner === null ? sql`false` : sql`${sql.ref(`${root}.created_by`)} = ${owner}`)
  for (const [key, path] of plan.params) narrow(key, path, (field, value) => anyOf(field, value.split(',')))
  if (!ids?.length) {
    for (const [key, { path, kind }] of plan.filters) narrow(key, path, (field, value) => filterCondition(context, field, kind ?? filterKindOf(field.column), value))
    const q = text('q')
    if (q !== undefined) {
      const condition = plan.search ? searchCondition(entity, q) : undefined
      if (condition) conditions.push(condition)
      else refuse('q')
    }
    const where = plan.filters.has('where') ? undefined : text('where')
    if (where !== undefined) {
      const read = readWhere(context, where, key => {
        const filter = plan.filters.get(key)
        const field = filter && filter.groups !== false ? paths.resolve(filter.path) : undefined
        return field && { field, kind: filter?.kind ?? filterKindOf(field.column) }
      })
      if ('condition' in read) conditions.push(read.condition)
      else {
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
  const tabConditions = new Map(plan.tabs.map(each => {
    const own = tabCondition(each, path => paths.resolve(path))
    return [each.key, beside?.tabs.has(each.key) ? sql.join([own, beside.condition], sql` and `) as Condition : own]
  }))
  if (Object.keys(errors).length > 0 || !page || !pageSize || !ids) throw new Refusal('422', { errors: { ...errors }, ...(whereFaults.length > 0 && { metadata: { where: whereFaults.map(({ message: _, ...place }) => place) } }) })

  const from = paths.from()
  const where = (extra: Condition) => sql.join([...conditions, extra], sql` and `)
  const trash = sql`${sql.ref(`${root}.deleted_at`)} is ${trashed === '1' ? sql`not null` : sql`null`}`
  const here = ids.length > 0 ? sql`${sql.ref(`${root}.id`)} in (${sql.join(ids)})` : options.within ?? (tab ? tabConditions.get(tab.key)! : trash)
  const last = terms.at(-1)?.descending ?? true
  const order = [...terms.map(({ field, descending }) => sql`${field.order!} ${sql.raw(descending ? 'desc' : 'asc')} ${sql.raw(field.nullable ? 'nulls last' : '')}`), sql`${sql.ref(`${root}.id`)} ${sql.raw(last ? 'desc' : 'asc')}`]
  const offset = (page - 1) * pageSize
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${root}.id`)} as id from ${from} where ${where(here)} order by ${sql.join(order)} limit ${ids.length > 0 ? maxPageSize : pageSize} offset ${ids.length > 0 ? 0 : offset}`.execute(context.trx)

  const counted = options.counts && ids.length === 0 ? plan.tabs.filter(each => each.count) : []
  // A page that is not full has told the total already.
  const isTold = ids.length > 0 || (rows.length < pageSize && (rows.length > 0 || page === 1) && offset + rows.length <= countLimit)
  const place = counted.findIndex(each => each === tab)
  const shared = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  const counts = await countEach(context.trx, from, shared, [...counted.map(each => tabConditions.get(each.key)!), ...(isTold || place >= 0 ? [] : [here])])
  const total: Counted = isTold ? { count: ids.length > 0 ? rows.length : offset + rows.length, exact: true } : counts.at(place)!
  const tabs: TabCount[] = counted.map((each, at) => ({ key: each.key, count: counts[at]!.count, count_is_exact: counts[at]!.exact }))
  return {
    ids: rows.map(row => row.id), tabs,
    pagination: { page, page_size: pageSize, total: total.count, total_is_exact: total.exact, pages: Math.ceil(total.count / pageSize) },
    sort: terms.map(term => term.key).join(','), order: terms.map(term => (term.descending ? 'desc' : 'asc')).join(','),
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

interface SortTerm { key: string; field: FieldInSql; descending: boolean }

function sortTerms(plan: ListPlan, sort: string | undefined, order: string | undefined, resolve: (path: string) => FieldInSql | undefined, refuse: (key: string) => void): SortTerm[] {
  const asWritten = plan.defaultSort.split(',')
  const keys = sort?.split(',') ?? asWritten.map(term => term.replace(/^-/, ''))
  const orders = order?.split(',') ?? (sort === undefined ? asWritten.map(term => (term.startsWith('-') ? 'desc' : 'asc')) : keys.map(() => 'asc'))
  if (orders.length !== keys.length || orders.some(each => each !== 'asc' && each !== 'desc')) refuse('order')
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
  return ids.length <= maxPageSize && ids.every(id => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id))) ? [...new Set(ids.map(Number))] : undefined
}
