import { mutate } from 'swr'
import { unreadableAnswer } from '#renderer/api/call-failure.ts'
import type { Answer } from '#renderer/api/call.ts'
import { callKey, type CallKey } from '#renderer/api/use-call.ts'
import { type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridGroup, GridPagination, GridRow, GridShortened, GridViews } from '#schemas/types/contract.d.ts'
import { readGridAnswer, readGroups, readPagination, readShortened, withParts, type ReadGrid } from './grid-answer.ts'
import { readRows, type GridParams } from './grid-loader.ts'
import type { GridSource } from './grid-source.ts'
import { shareRows } from '#renderer/grid/rows/rows.ts'

/** One page of rows in the cache. */
export interface GridPage {
  /** The request that it belongs to. */
  key: string
  rows: GridRow[]
  pagination: GridPagination
  /** Groups that go beyond the page. */
  groups: GridGroup[]
  /** Searches of which only a part was looked for. */
  shortened: GridShortened[]
  /** What of the answer was left out. */
  problems: DocumentProblem[]
}

/** Cache keys of one request: metadata once per grid, rows once per request. */
export interface GridKeys {
  metadata: CallKey
  page: CallKey
  key: string
}

export function keysOf({ endpoint, params }: GridSource, request: GridParams): GridKeys {
  const page = callKey(endpoint, request, { scope: 'grid page' })
  return { metadata: callKey(endpoint, params, { scope: 'grid metadata' }), page, key: JSON.stringify(page) }
}

let questions = 0
/** The latest request whose response is cached, by cache key. */
const answered = new Map<string, number>()
const mostAnswered = 500

/** A number for a request that is sent now. Of two responses for one key, that of the later request stays. */
export const nextQuestion = (): number => ++questions

function isNews(place: CallKey, question: number): boolean {
  const key = JSON.stringify(place)
  if ((answered.get(key) ?? 0) > question) return false
  if (answered.size > mostAnswered) answered.clear()
  answered.set(key, question)
  return true
}

/**
 * Caches a response, unless that of a later request is cached already. Rows that did not change keep their objects.
 * Returns whether it contained metadata. `whole`: metadata was requested.
 * @throws CallFailure when the response is not that of a grid; the cache is unchanged
 */
export function keepAnswer(
  keys: GridKeys,
  { results, metadata }: Answer,
  before: GridRow[],
  whole: boolean,
  question: number,
): { page: GridPage; withMetadata: boolean } {
  const problems: DocumentProblem[] = []
  const rows = readRows(results, problems)
  const told = readGridAnswer(metadata)
  if (whole && !told) throw unreadableAnswer('grid', '/metadata/grid', 'object', metadata.grid)
  if (!isRecord(metadata.pagination)) throw unreadableAnswer('grid', '/metadata/pagination', 'object', metadata.pagination)
  const page: GridPage = {
    key: keys.key,
    rows: shareRows(before, rows),
    pagination: readPagination(metadata.pagination, problems),
    groups: readGroups(metadata.groups),
    shortened: readShortened(metadata.shortened),
    problems,
  }
  const areViewsNewer = (viewsChanged.get(JSON.stringify(keys.metadata)) ?? 0) > question
  if (told && isNews(keys.metadata, question))
    void mutate<ReadGrid>(keys.metadata, (known) => (areViewsNewer && known ? { ...told, views: known.views } : told), {
      revalidate: false,
    })
  else if (!told) keepParts(keys, metadata, question)
  if (isNews(keys.page, question)) void mutate(keys.page, page, { revalidate: false })
  return { page, withMetadata: told !== null }
}

/** When the saved views were changed here, by cache key: responses to earlier requests do not know the change. */
const viewsChanged = new Map<string, number>()

/** Keeps changed views until the response to a later request contains them. */
export function keepViews({ metadata }: Pick<GridKeys, 'metadata'>, change: (views: GridViews) => GridViews): void {
  viewsChanged.set(JSON.stringify(metadata), nextQuestion())
  void mutate<ReadGrid>(metadata, (known) => known && { ...known, views: known.views && change(known.views) }, { revalidate: false })
}

/** Merges parts that were requested without the grid's document into the cache; its head, columns and rows stay. */
export function keepParts(keys: GridKeys, metadata: Record<string, unknown>, question: number): void {
  const { summary, tabs, views, preferences } = metadata
  if ((summary ?? tabs ?? views ?? preferences) === undefined || !isNews(keys.metadata, question)) return
  const areViewsNewer = (viewsChanged.get(JSON.stringify(keys.metadata)) ?? 0) > question
  void mutate<ReadGrid>(
    keys.metadata,
    (known) => known && withParts(known, { summary, tabs, preferences, ...(!areViewsNewer && { views }) }),
    { revalidate: false },
  )
}
