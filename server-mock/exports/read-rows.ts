import { setTimeout } from 'node:timers/promises'
import type { GridGroup, GridRow } from '#schemas/types/contract.d.ts'
import type { Pagination } from '#server/model/list/list-query.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer } from '#server/feature.ts'

export type AskPage = (query: Record<string, unknown>) => Promise<Answer>

/** Rows that are named one by one in one question. */
const idsAtOnce = 200

/** Rows of one answer, and how many rows those of their groups have that go beyond it. */
export interface RowsPage {
  rows: GridRow[]
  groups?: GridGroup[]
}

const idsOf = ({ rows }: RowsPage) => rows.map(({ id }) => id)
const rowsOf = ({ results }: Answer) => results as GridRow[]
const pageOf = (answer: Answer): RowsPage => ({ rows: rowsOf(answer), groups: answer.metadata?.groups as GridGroup[] | undefined })
const paginationOf = ({ metadata }: Answer) => metadata?.pagination as Pagination

/** How pages follow each other. */
export interface Pace {
  /** Rows of one question: whoever asks for something else waits behind all of them, at each of his own questions to the database. */
  pageRows: number
  /** What comes between two pages, of which the first took so long. */
  pause?: (tookMs: number) => Promise<void>
}

/** For a file that somebody waits for. */
export const atOnce: Pace = { pageRows: 200 }

const longestPauseMs = 150

/**
 * Small pages, and pauses twice as long as the page before them took, which leave others the greater part of the server;
 * none while nobody else asks.
 */
export const inBackground = (isQuiet: () => boolean): Pace => ({
  pageRows: 50,
  async pause(tookMs) {
    if (!isQuiet()) await setTimeout(Math.min(2 * tookMs, longestPauseMs))
  },
})

/** Pages of a list, each found from the last row of the one before: in one order, however many there are. */
async function* readPages(ask: AskPage, query: Record<string, unknown>, pageSize: number, parts: 'results' | 'ids') {
  const { page: _, page_size: __, after: ___, before: ____, ...rest } = query
  let place: Record<string, unknown> = { page: 1 }
  for (let count = 0; ;) {
    const answer = await ask({ ...rest, ...place, page_size: pageSize, parts })
    const { next } = paginationOf(answer)
    count += rowsOf(answer).length
    yield { ...pageOf(answer), hasNext: next !== undefined }
    // An order by very long texts has no cursor: its pages are counted.
    if (next !== undefined) place = { after: next }
    else if (rowsOf(answer).length === pageSize) place = { page: count / pageSize + 1 }
    else return
  }
}

/** Ids of one question: an order without an index is sorted anew for each. */
const idsOfPage = 1000

/**
 * All rows of a list: first the ids, in few large pages, then the rows in small ones. With `groups`, page by page, each with the groups
 * that go beyond it. A list with more than `limit` rows ends in a refusal that says so.
 */
export async function* readAllRows(
  ask: AskPage,
  query: Record<string, unknown>,
  limit: number,
  { pageRows, pause }: Pace,
  { groups = false } = {},
): AsyncGenerator<RowsPage> {
  let count = 0
  let started = performance.now()
  for await (const page of readPages(ask, query, groups ? pageRows : idsOfPage, groups ? 'results' : 'ids')) {
    count += page.rows.length
    if (count > limit || (count === limit && page.hasNext)) throw tooManyRows(limit)
    const pieces = groups ? [page] : readNamedRows(ask, { ...query, page_size: pageRows }, idsOf(page), pageRows)
    for await (const piece of pieces) {
      yield piece
      await pause?.(performance.now() - started)
      started = performance.now()
    }
  }
}

/** Rows that are named, in the order of the list where they fit into one question. */
export async function* readNamedRows(
  ask: AskPage,
  query: Record<string, unknown>,
  ids: readonly (number | string)[],
  size = idsAtOnce,
): AsyncGenerator<RowsPage> {
  const { after: _, before: __, ...rest } = query
  for (let at = 0; at < ids.length; at += size)
    yield pageOf(await ask({ ...rest, ids: ids.slice(at, at + size).join(','), page: 1, parts: 'results' }))
}

export async function* readPage(ask: AskPage, query: Record<string, unknown>): AsyncGenerator<RowsPage> {
  yield pageOf(await ask({ ...query, parts: 'results' }))
}

export const tooManyRows = (limit: number) =>
  new ApiError('precondition-failed', { userMessage: { key: 'errors.export_too_many', values: { count: limit } }, metadata: { limit } })
