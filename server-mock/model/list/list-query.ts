import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { readTimeoutMs } from '#server/database/connection/postgres-pool.ts'
import { countEach, countLimit, type Counted } from './counts.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { root, type FieldInSql } from './field-in-sql.ts'
import type { Condition } from './text-conditions.ts'
import type { ListLimits, ListPlan, ListRequest } from './list-plan.ts'
import { readListRequest } from './list-request.ts'
import { readRunning, type RunningSums } from './running-sums.ts'
import type { ShortenedSearch } from './shortened-search.ts'
import { cursorConditions, cursorColumns, formatCursor, orderBy } from './sort-terms.ts'
import { summarise, type Summary } from './summary.ts'
import { withinTime } from './within-time.ts'

export interface Pagination {
  page: number
  page_size: number
  total: number
  total_is_exact: boolean
  pages: number
  /** Cursors of the pages beside this one, for `after` and `before`; left out where there is none. */
  next?: string
  previous?: string
}
export interface TabCount {
  key: string
  count: number
  count_is_exact: boolean
}
/** How many rows there are in the group of a row that goes beyond the page. */
export interface GroupCount {
  id: number
  count: number
  count_is_exact: boolean
}
/** What of a list is wanted. */
export interface WantedParts {
  results: boolean
  tabs: boolean
  summary: boolean
}
export interface ListPage {
  ids: number[]
  /** Of a level of a tree: which of the rows have rows beneath them. */ parents?: ReadonlySet<number>
  pagination: Pagination
  tabs: TabCount[]
  groups?: GroupCount[]
  /** Sums that run with the rows; left out in an order in which they mean nothing. */
  running?: RunningSums
  summary?: Summary
  /** Searches of which only a part was looked for. */
  shortened?: ShortenedSearch[]
  sort: string
  order: string
}

/**
 * The ids of one page of a list, its totals and, where they are wanted, the counts of its tabs and what its rows come to.
 * @throws a 422 naming each key that is unknown and each value that its key cannot have; `not-ready` when it takes too long.
 */
export async function queryList(
  context: ModelContext,
  entity: ModelEntity,
  plan: ListPlan,
  query: Record<string, unknown>,
  options: ModelOptions & ListLimits,
  wanted: WantedParts = resultsOnly,
): Promise<ListPage> {
  const request = readListRequest(context, entity, plan, query, options)
  return withinTime(context.trx, options.timeoutMs ?? readTimeoutMs, async () => {
    const { terms, ids, from, shared, summary } = request
    const { rows, pages } = wanted.results ? await readPage(context.trx, request) : { rows: [], pages: {} }
    const counted = wanted.tabs && ids.length === 0 ? plan.tabs.filter((each) => each.count) : []
    const { total, tabs } = await countRows(
      context.trx,
      request,
      counted,
      wanted.results ? totalOfLastPage(request, rows.length, pages.next === undefined) : undefined,
      context.countsAll ? null : undefined,
    )
    const running = wanted.results
      ? await readRunning(
          context.trx,
          request,
          rows.map((row) => row.id),
        )
      : undefined
    const groups = await countGroups(context.trx, request, rows, pages)
    const summed =
      wanted.summary && ids.length === 0 && summary.size > 0
        ? await summarise(context.trx, from, sql`${shared} and ${request.matching}`, summary)
        : undefined
    const parents =
      request.parent &&
      (await parentsAmong(
        context.trx,
        request,
        request.parent,
        rows.map((row) => row.id),
      ))
    return {
      ids: rows.map((row) => row.id),
      tabs,
      ...(parents && { parents }),
      ...(running && { running }),
      ...(groups && { groups }),
      ...(summed && { summary: summed }),
      ...(request.shortened.length > 0 && { shortened: request.shortened }),
      pagination: {
        page: request.page,
        page_size: request.pageSize,
        total: total.count,
        total_is_exact: total.exact,
        pages: Math.ceil(total.count / request.pageSize),
        ...pages,
      },
      sort: terms.map((term) => term.key).join(','),
      order: terms.map((term) => (term.descending ? 'desc' : 'asc')).join(','),
    }
  })
}

const resultsOnly: WantedParts = { results: true, tabs: false, summary: false }

type PageRow = Record<string, unknown> & { id: number }

/** One row more than the page tells whether there is another page. */
async function readPage(trx: Trx, request: ListRequest): Promise<{ rows: PageRow[]; pages: Pick<Pagination, 'next' | 'previous'> }> {
  const { page, pageSize, ids, terms, cursor } = request
  if (ids.length > 0) return { rows: await selectPage(trx, request, sql`true`, orderBy(terms), ids.length, 0), pages: {} }
  const wanted = pageSize + 1
  let pageRows: PageRow[] = []
  if (!cursor) pageRows = await selectPage(trx, request, sql`true`, orderBy(terms), wanted, (page - 1) * pageSize)
  else {
    for (const part of cursorConditions(terms, cursor.at, cursor.direction)) {
      if (pageRows.length < wanted)
        pageRows.push(...(await selectPage(trx, request, part, orderBy(terms, cursor.direction), wanted - pageRows.length, 0)))
    }
  }
  const goesBack = cursor?.direction === 'before'
  const rows = goesBack ? pageRows.slice(0, pageSize).reverse() : pageRows.slice(0, pageSize)
  const isMore = pageRows.length > pageSize
  const [first, last] = [rows[0], rows.at(-1)]
  const next = last && (goesBack || isMore) ? formatCursor(terms, last) : undefined
  const previous = first && (goesBack ? isMore : cursor !== undefined || page > 1) ? formatCursor(terms, first) : undefined
  return { rows, pages: { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) } }
}

/** Groups stand together: only the first and the last of a page can go beyond it. */
async function countGroups(
  trx: Trx,
  { from, shared, here, group }: ListRequest,
  rows: readonly PageRow[],
  pages: Pick<Pagination, 'next' | 'previous'>,
): Promise<GroupCount[] | undefined> {
  const cut = [
    ...new Set(
      [...(pages.previous === undefined ? [] : rows.slice(0, 1)), ...(pages.next === undefined ? [] : rows.slice(-1))].map((row) => row.id),
    ),
  ]
  if (!group || cut.length === 0) return group && []
  const { rows: empty } = await sql<{
    id: number
  }>`select ${sql.ref(`${root}.id`)} as id from ${from} where ${sql.ref(`${root}.id`)} in (${sql.join(cut)}) and ${group.value} is null`.execute(
    trx,
  )
  const isEmpty = new Set(empty.map((row) => Number(row.id)))
  const counts = await countEach(
    trx,
    from,
    sql`${shared} and ${here}`,
    cut.map((id) =>
      isEmpty.has(Number(id))
        ? sql`${group.value} is null`
        : sql`${group.value} = (select ${group.value} from ${from} where ${sql.ref(`${root}.id`)} = ${id})`,
    ),
  )
  return cut.map((id, at) => ({ id, count: counts[at]!.count, count_is_exact: counts[at]!.exact }))
}

/** Which of some rows have others beneath them that the caller may see. */
async function parentsAmong(
  trx: Trx,
  { from, shared, matching }: ListRequest,
  { value }: FieldInSql,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{
    id: number
  }>`select distinct ${value} as id from ${from} where ${shared} and ${matching} and ${value} in (${sql.join(ids)})`.execute(trx)
  return new Set(rows.map((row) => Number(row.id)))
}

async function selectPage(
  trx: Trx,
  { from, shared, here, terms }: ListRequest,
  extraCondition: Condition,
  order: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<PageRow[]> {
  const columns = [sql`${sql.ref(`${root}.id`)} as id`, ...cursorColumns(terms)]
  const { rows } =
    await sql<PageRow>`select ${sql.join(columns)} from ${from} where ${shared} and ${here} and ${extraCondition} order by ${order} limit ${limit} offset ${offset}`.execute(
      trx,
    )
  return rows
}

/** The last page of those that are counted through has told the total already. */
function totalOfLastPage({ ids, page, pageSize, cursor }: ListRequest, rowCount: number, isLast: boolean): Counted | undefined {
  if (ids.length > 0) return { count: rowCount, exact: true }
  const count = (page - 1) * pageSize + rowCount
  return !cursor && isLast && (rowCount > 0 || page === 1) && count <= countLimit ? { count, exact: true } : undefined
}

async function countRows(
  trx: Trx,
  { from, shared, here, tab, tabConditions, parent }: ListRequest,
  counted: ListPlan['tabs'],
  known: Counted | undefined,
  limit: number | null | undefined,
): Promise<{ total: Counted; tabs: TabCount[] }> {
  // Rows that are not all of the tab are counted by themselves.
  const place = parent || here !== tabConditions.get(tab?.key ?? '') ? -1 : counted.findIndex((each) => each === tab)
  const counts = await countEach(
    trx,
    from,
    shared,
    [...counted.map((each) => tabConditions.get(each.key)!), ...(known || place >= 0 ? [] : [here])],
    limit,
  )
  return {
    total: known ?? counts.at(place)!,
    tabs: counted.map((each, at) => ({ key: each.key, count: counts[at]!.count, count_is_exact: counts[at]!.exact })),
  }
}
