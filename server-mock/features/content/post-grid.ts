import { invalid, Refusal } from '#server/errors.ts'
import type { Answer, CallContext, FreeHandler } from '#server/features/feature.ts'
import { gridAnswer } from '#server/features/panel/grid-answer.ts'
import { publishDueNow } from './due.ts'
import { readPosts } from './posts-store.ts'
import { text } from './text.ts'
import { findTypeBySlug } from './types-store.ts'

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
  if (params.type !== undefined && !await findTypeBySlug(trx, String(params.type))) throw new Refusal('not-found')
  const isUsualOrder = params.defaults === '1' || params.sort === undefined || params.sort === '' || (params.sort === 'created_at' && params.order === 'desc')
  const query = { ...trashAsTab(context, params), ...(isUsualOrder ? { sort: 'pinned,created_at', order: 'desc,desc', defaults: undefined } : {}) }
  const { results, metadata } = await gridAnswer(context, postGridName, query)
  const rows = results as { id: number; version: number }[]
  const posts = new Map((await readPosts(context, rows.map(({ id }) => id))).map(post => [post.id, post]))
  const grid = metadata?.grid as Record<string, unknown> | undefined
  return {
    results: rows.map(row => {
      const { text: _, seo: __, sisters: ___, ...post } = posts.get(row.id)!
      return { ...row, ...post }
    }),
    metadata: grid && isUsualOrder ? { ...metadata, grid: { ...grid, sort: 'created_at', order: 'desc' } } : metadata,
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
