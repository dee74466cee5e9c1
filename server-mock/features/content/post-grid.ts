import type { GridMetadata } from '#server/documents/expand-grid.ts'
import { invalid, Refusal } from '#server/errors.ts'
import type { Answer, CallContext, FreeHandler } from '#server/features/feature.ts'
import { gridAnswer } from '#server/features/panel/grid-answer.ts'
import { publishDueNow } from './due.ts'
import { readPosts } from './posts-store.ts'
import { text } from './text.ts'
import { findTypeBySlug, typeTitle, type ContentType } from './types-store.ts'

export const postGridName = 'content/post/list'

/** The grid of posts: pinned ones lead the usual order, trashed is a status among others, flags follow the post's state. */
export const postGrid: FreeHandler = {
  free: async ({ database, ...context }) => {
    await publishDueNow(database, context.registry, context.now)
    return database.read(trx => answerGrid({ ...context, trx }))
  },
}

async function answerGrid(context: CallContext): Promise<Answer> {
  const { params, trx } = context
  const type = params.type === undefined ? undefined : await findTypeBySlug(trx, String(params.type))
  if (params.type !== undefined && !type) throw new Refusal('not-found')
  const isUsualOrder = params.defaults === '1' || params.sort === undefined || params.sort === '' || (params.sort === 'created_at' && params.order === 'desc')
  const query = { ...trashAsTab(context, params), ...(isUsualOrder ? { sort: 'pinned,created_at', order: 'desc,desc', defaults: undefined } : {}) }
  const { results, metadata } = await gridAnswer(context, postGridName, query)
  const rows = results as { id: number; version: number }[]
  const posts = new Map((await readPosts(context, rows.map(({ id }) => id))).map(post => [post.id, post]))
  const named = type && metadata?.grid ? nameAfterType(context, metadata as unknown as GridMetadata, type) : metadata
  const grid = named?.grid as Record<string, unknown> | undefined
  return {
    results: rows.map(row => {
      const { text: _, seo: __, sisters: ___, ...post } = posts.get(row.id)!
      return { ...row, ...post }
    }),
    metadata: grid && isUsualOrder ? { ...named, grid: { ...grid, sort: 'created_at', order: 'desc' } } : named,
  }
}

/** The list of one type's posts is called after the type, and so is what its toolbar adds and what it has none of. */
function nameAfterType(context: CallContext, metadata: GridMetadata, type: ContentType): Record<string, unknown> {
  const title = typeTitle(context, type)
  const { grid, breadcrumbs } = metadata
  return {
    ...metadata, page_title: title,
    breadcrumbs: breadcrumbs.map((crumb, at) => (at === breadcrumbs.length - 1 ? { ...crumb, title } : crumb)),
    grid: {
      ...grid,
      toolbar: grid.toolbar?.map(action => (action.id === 'create' ? { ...action, title: text(context, 'post_create_of', { type: title }) } : action)),
      empty: { ...grid.empty, title: text(context, 'posts_empty', { type: title }) },
    },
  }
}

/** What is in the trash stands in a list of its own, which the status filter opens like the tab does. */
function trashAsTab(context: CallContext, params: Record<string, unknown>): Record<string, unknown> {
  const wanted = typeof params.status === 'string' ? params.status.split(',') : []
  if (!wanted.includes('trashed')) return params
  if (wanted.length > 1 || (params.tab !== undefined && params.tab !== '' && params.tab !== 'all' && params.tab !== 'trashed')) throw invalid({ status: [text(context, 'trashed_alone')] })
  const { status: _, ...rest } = params
  return { ...rest, tab: 'trashed' }
}
