import { sql } from 'kysely'
import { readBareFilter } from '#schemas/rules/conditions/bare-filter.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError, type FieldErrors } from '#server/errors.ts'
import { declared, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { documentCondition } from './document-where.ts'
import { root, type FieldInSql } from './field-in-sql.ts'
import { createFieldPaths } from './field-paths.ts'
import { anyOf, filterCondition, filterKindOf, type Condition } from './filters.ts'
import { badValue } from '#server/model/ids.ts'
import { isLimited, rowLimit } from '#server/model/row-limit.ts'
import { treeOrder, treeOrderWord } from '#server/model/tree/tree-order.ts'
import { isStorableText } from '#server/model/write/input.ts'
import { groupedTerms, sortTerms } from './list-order.ts'
import type { ListLimits, ListPlan, ListRequest } from './list-plan.ts'
import { runningSums } from './running-sums.ts'
import { parseCursor, type Direction } from './sort-terms.ts'
import { canSumUp } from './summary.ts'
import { searchCondition } from './text-conditions.ts'
import { shortenedFilter, shortenedSearch, type ShortenedSearch } from './shortened-search.ts'
import { trashedFilter, withinTrash } from './trashed-filter.ts'
import { readWhere, type WhereFault } from './where-condition.ts'

const maxPageSize = 1000
/** Most rows that can be requested by `ids`. */
const maxIds = 200
/** Most rows that a page without a cursor can skip; rows further down are found by filters. */
const maxOffset = 100_000
const known = new Set(['page', 'page_size', 'sort', 'order', 'tab', 'q', 'ids', 'trashed', 'where', 'after', 'before', 'under'])

/**
 * Reads the query of a list. Which rows a caller may request is decided here alone, for pages, for summaries and for whatever
 * goes through all rows.
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
  const tabKey = text('tab') ?? plan.tabs[0]?.key
  const tab = plan.tabs.find(({ key }) => key === tabKey)
  if (tabKey !== undefined && !tab) refuse('tab')
  const sortedBy = (path: string) => (path === treeOrderWord ? treeOrder(entity) : undefined) ?? paths.resolve(path)
  const ordered = sortTerms(plan, tab, text('sort'), text('order'), sortedBy, refuse)
  const terms = groupedTerms(plan.groupBy, ordered, (path) => paths.resolve(path))
  const groupField = plan.groupBy === undefined ? undefined : paths.resolve(plan.groupBy)
  const cursor = cursorOf('after') ?? cursorOf('before')
  if (cursor?.direction === 'after' && cursorOf('before')) refuse('before')
  if (!cursor && page && pageSize && (page - 1) * pageSize > maxOffset) refuse('page')

  function cursorOf(direction: Direction): ListRequest['cursor'] {
    // A field of that name is a filter, as it is in `list`.
    const sent = plan.filters.has(direction) ? undefined : text(direction)
    const at = sent === undefined ? undefined : parseCursor(terms, sent)
    if (sent !== undefined && !at) refuse(direction)
    return at && { at, direction }
  }

  const treeField = plan.tree === undefined ? undefined : paths.resolve(plan.tree)
  const underText = treeField ? text('under') : undefined
  // All levels in one list, for exports of a whole tree.
  const isWhole = text('under') === 'all'
  const isTop = underText === 'top'
  const under = underText === undefined || isWhole || isTop ? undefined : idList(underText)?.[0]
  if (text('under') !== undefined && under === undefined && !isWhole && !isTop) refuse('under')
  // Results of a search, a filter or a tab are one flat list, whatever their level in the tree.
  const isNarrowed =
    [...plan.filters.keys(), 'q', 'where'].some((key) => text(key) !== undefined) ||
    text('trashed') === '1' ||
    tab?.trashed === true ||
    tab?.where !== undefined
  const isLevel = treeField !== undefined && !isWhole && (under !== undefined || isTop || !isNarrowed)

  const shortened: ShortenedSearch[] = []
  const conditions: Condition[] = []
  const trash = trashedFilter(entity, plan, tab, text)
  let states: Condition | undefined
  if (isLimited(context.caller, entity, 'read', options)) conditions.push(rowLimit(context, entity, 'read', options))
  if (options.fixed) conditions.push(documentCondition(context, options.fixed, (path) => paths.resolve(path, declared)))
  for (const [key, path] of plan.params) {
    const one = text(key)
    const condition = one === undefined || one.includes(',') ? undefined : paths.resolveUnique(path, one)
    if (condition) conditions.push(condition)
    else narrow(key, path, (field, value) => anyOf(field, value.split(',')), true)
  }
  if (!ids?.length) {
    for (const [key, { path, kind }] of plan.filters)
      narrow(key, path, (field, value) => {
        const filterKind = kind ?? filterKindOf(field.column)
        shortened.push(...shortenedFilter(key, filterKind, readBareFilter(filterKind, value)))
        if (trash?.key !== key) return filterCondition(context, field, filterKind, value)
        if (trash.others === '') return sql`true`
        states = filterCondition(context, field, filterKind, trash.others)
        return states && sql`true`
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
  function narrow(key: string, path: string, condition: (field: FieldInSql, value: string) => Condition | undefined, follows = false) {
    const value = text(key)
    if (value === undefined) return
    const field = paths.resolve(path, options, follows)
    const fieldCondition = field && condition(field, value)
    if (fieldCondition) conditions.push(fieldCondition)
    else refuse(key)
  }
  const trashed = text('trashed')
  if (trashed !== undefined && !['0', '1'].includes(trashed)) refuse('trashed')
  const tabConditions = new Map(
    plan.tabs.map((each) => {
      const own = tabCondition(context, each, (path) => paths.resolve(path))
      const added = options.tabConditions?.get(each.key)
      return [each.key, added ? (sql.join([own, added], sql` and `) as Condition) : own]
    }),
  )
  if (Object.keys(errors).length > 0 || !page || !pageSize || !ids)
    throw new ApiError('422', {
      errors: { ...errors },
      ...(whereFaults.length > 0 && { metadata: { where: whereFaults.map(({ message: _, ...place }) => place) } }),
    })

  const summary: ListRequest['summary'] = new Map()
  for (const [key, { path, kind, currency: by }] of plan.summary ?? []) {
    const field = paths.resolve(path)
    if (field && canSumUp(kind, field.column)) summary.set(key, { kind, field, currency: by === undefined ? undefined : paths.resolve(by) })
  }
  const running = runningSums(plan, tab, terms, (path) => paths.resolve(path))
  const whole: Condition = tab
    ? tabConditions.get(tab.key)!
    : sql`${sql.ref(`${root}.deleted_at`)} is ${trashed === '1' ? sql`not null` : sql`null`}`
  const matching = trash && ids.length === 0 ? withinTrash(trash, tab, whole, states) : whole
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
    running,
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
          ? (sql`${matching} and ${levelCondition(context, entity, parent, under, options)}` as Condition)
          : matching,
  }
}

/** Condition of a tab. It is empty for a caller who may not filter by its fields. */
function tabCondition(context: ModelContext, tab: ListPlan['tabs'][number], resolve: (path: string) => FieldInSql | undefined): Condition {
  const there: Condition = sql`${sql.ref(`${root}.deleted_at`)} is ${tab.trashed ? sql`not null` : sql`null`}`
  return tab.where ? (sql`${there} and ${documentCondition(context, tab.where, resolve)}` as Condition) : there
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

/** Children of one row, or the top level: rows without a parent that the caller may see and that is not in the trash. */
function levelCondition(
  context: ModelContext,
  entity: ModelEntity,
  { value }: FieldInSql,
  under: number | undefined,
  options: ModelOptions,
): Condition {
  if (under !== undefined) return sql`${value} = ${under}`
  return sql`not exists (select 1 from ${sql.raw(tableOf(entity.document.name))} as above
    where above.id = ${value} and above.deleted_at is null and ${rowLimit(context, entity, 'read', options, 'above')})`
}
