import { sql } from 'kysely'
import type { GridMetadata } from '#server/documents/expand-grid.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, CallContext, UnmanagedHandler } from '#server/features/feature.ts'
import { gridAnswer } from '#server/features/panel/grid-answer.ts'
import { root } from '#server/model/field-paths.ts'
import type { Condition } from '#server/model/filters.ts'
import { publishDueNow } from './due.ts'
import { statuses, type Status } from './post-actions.ts'
import { readPosts } from './posts-store.ts'
import { text } from './text.ts'
import { findTypeBySlug, typeListTitle, typeTitle, type ContentType } from './types-store.ts'

export const postGridName = 'content/post/list'

/** The grid of posts: pinned ones lead the usual order, trashed is a status among others, flags follow the post's state. */
export const postGrid: UnmanagedHandler = {
  unmanaged: async ({ database, ...context }) => {
    await publishDueNow(database, context.registry, context.now)
    return database.read((trx) => answerGrid({ ...context, trx }))
  },
}

async function answerGrid(context: CallContext): Promise<Answer> {
  const { params, trx } = context
  const type = params.type === undefined ? undefined : await findTypeBySlug(trx, String(params.type))
  if (params.type !== undefined && !type) throw new ApiError('not-found')
  const isUsualOrder =
    params.defaults === '1' || params.sort === undefined || params.sort === '' || (params.sort === 'created_at' && params.order === 'desc')
  const { query: asked, within } = withTrash(params)
  const query = { ...asked, ...(isUsualOrder ? { sort: 'pinned,created_at', order: 'desc,desc', defaults: undefined } : {}) }
  const { results, metadata } = await gridAnswer(context, postGridName, query, { within })
  const rows = results as { id: number; version: number }[]
  const posts = new Map(
    (
      await readPosts(
        context,
        rows.map(({ id }) => id),
      )
    ).map((post) => [post.id, post]),
  )
  const named = type && metadata?.grid ? nameAfterType(context, metadata as unknown as GridMetadata, type) : metadata
  const grid = named?.grid as Record<string, unknown> | undefined
  return {
    results: rows.map((row) => {
      const { text: _, seo: __, sisters: ___, ...post } = posts.get(row.id)!
      return { ...row, ...post }
    }),
    metadata: grid && isUsualOrder ? { ...named, grid: { ...grid, sort: 'created_at', order: 'desc' } } : named,
  }
}

/** The list of one type's posts is called after the type, and so is what its toolbar adds and what it has none of. */
function nameAfterType(context: CallContext, metadata: GridMetadata, type: ContentType): Record<string, unknown> {
  const [title, listTitle] = [typeTitle(context, type), typeListTitle(context, type)]
  const { grid, breadcrumbs } = metadata
  return {
    ...metadata,
    page_title: listTitle,
    breadcrumbs: breadcrumbs.map((crumb, at) => (at === breadcrumbs.length - 1 ? { ...crumb, title: listTitle } : crumb)),
    grid: {
      ...grid,
      toolbar: grid.toolbar?.map((action) =>
        action.id === 'create' ? { ...action, title: text(context, 'post_create_of', { type: title }) } : action,
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
