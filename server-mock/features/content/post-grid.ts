import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import { sql } from 'kysely'
import type { GridMetadata } from '#server/documents/expand-grid.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, UnmanagedHandler } from '#server/feature.ts'
import { gridAnswer, type GridAnswered } from '#server/model/grid/grid-answer.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import type { Condition } from '#server/model/list/filters.ts'
import { isPostDue, publishDue } from './due.ts'
import { statuses, type Status } from './post-actions.ts'
import { readListedPosts } from './posts-store.ts'
import { text } from './text.ts'
import { findTypeBySlug, typeListTitle, typeTitle, type ContentType } from './types-store.ts'

export const postGridName = 'content/post/list'

/** The grid of posts: pinned ones lead the usual order, trashed is a status among others, flags follow the post's state. */
export const postGrid: UnmanagedHandler<'content-post-grid'> = {
  unmanaged: async ({ database, ...context }) => {
    const answer = await database.read(async (trx) => {
      const opened = await openList({ ...context, trx })
      return opened.isDue ? undefined : answerGrid({ ...context, trx }, opened.type)
    })
    if (answer) return answer
    // What is due is published first, so that tabs, filters and counts tell the truth without waiting for the job.
    await database.transaction((trx) => publishDue(trx, context.registry, context.now))
    return database.read(async (trx) => answerGrid({ ...context, trx }, (await openList({ ...context, trx })).type))
  },
}

/** The type whose posts are listed, and whether any post waits to be published. @throws `not-found` for an unknown type */
async function openList({ trx, params, now }: CallContext): Promise<{ type: ContentType | undefined; isDue: boolean }> {
  if (params.type === undefined) {
    const { rows } = await sql<{ is_due: boolean }>`select ${isPostDue(now)} as is_due`.execute(trx)
    return { type: undefined, isDue: rows[0]!.is_due }
  }
  const listedType = await findTypeBySlug(trx, String(params.type), sql`${isPostDue(now)} as is_due`)
  if (!listedType) throw new ApiError('not-found')
  return { type: listedType, isDue: (listedType as ContentType & { is_due?: boolean }).is_due === true }
}

async function answerGrid(context: CallContext, type: ContentType | undefined): Promise<GridAnswered> {
  const { params } = context
  const isUsualOrder =
    params.defaults === '1' || params.sort === undefined || params.sort === '' || (params.sort === 'created_at' && params.order === 'desc')
  const { query: filtered, within } = withTrash(params)
  const query = { ...filtered, ...(isUsualOrder ? { sort: 'pinned,created_at', order: 'desc,desc', defaults: undefined } : {}) }
  const readRows = (ids: readonly number[]) => readListedPosts(context, ids, type)
  const { results, metadata } = await gridAnswer(context, postGridName, query, { within, readRows })
  const named = type && isDrawn(metadata) ? nameAfterType(context, metadata, type) : metadata
  const { grid } = named
  return { results, metadata: grid && isUsualOrder ? { ...named, grid: { ...grid, sort: 'created_at', order: 'desc' } } : named }
}

type DrawnGrid = GridAnswered['metadata'] & GridMetadata
const isDrawn = (metadata: GridAnswered['metadata']): metadata is DrawnGrid => metadata.grid !== undefined

/** Names the list after its type: page title, breadcrumb, the button that adds a post, and the text of the empty list. */
function nameAfterType(context: CallContext, metadata: DrawnGrid, type: ContentType): DrawnGrid {
  const [title, listTitle] = [typeTitle(context, type), typeListTitle(context, type)]
  const { grid, breadcrumbs } = metadata
  const { locale } = context.caller
  return {
    ...metadata,
    page_title: listTitle,
    breadcrumbs: breadcrumbs.map((crumb, at) => (at === breadcrumbs.length - 1 ? { ...crumb, title: listTitle } : crumb)),
    grid: {
      ...grid,
      toolbar: grid.toolbar?.map((action) =>
        action.id === 'create'
          ? { ...action, title: asSentence(text(context, 'post_create_of', { type: nounInSentence(title, locale) }), locale) }
          : action,
      ),
      empty: { ...grid.empty, title: text(context, 'posts_empty', { type: title }) },
    },
  }
}

/**
 * The statuses that are asked for, where the trash comes in: it is a status among others here, and a place of its own in
 * the table, so that no filter on the stored status finds it.
 */
function withTrash({ status, tab, ...rest }: Record<string, unknown>): { query: Record<string, unknown>; within?: Condition } {
  const wanted = typeof status === 'string' && status !== '' ? status.split(',') : []
  const place = tab === undefined || tab === '' ? 'all' : tab
  const unchanged = { query: { ...rest, status, tab } }
  if (wanted.length === 0 || (!wanted.includes('trashed') && place !== 'trashed')) return unchanged
  const others = wanted.filter((each) => each !== 'trashed')
  const unknown = others.find((each) => !statuses.includes(each as Status))
  if (unknown !== undefined) return unchanged
  if (place === 'trashed') return { query: { ...rest, tab }, ...(others.length === wanted.length ? { within: nothing } : {}) }
  if (others.length === 0) return place === 'all' ? { query: { ...rest, tab: 'trashed' } } : { query: { ...rest, tab }, within: nothing }
  if (place !== 'all') return { query: { ...rest, tab, status: others.join() } }
  const stored = sql.ref(`${root}.status`)
  const deleted = sql.ref(`${root}.deleted_at`)
  return { query: { ...rest, tab }, within: sql`(${deleted} is not null or ${stored} = any(${others}::text[]))` }
}

const nothing: Condition = sql`false`
