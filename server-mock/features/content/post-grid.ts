import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import type { GridMetadata } from '#server/documents/expand-grid.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { gridAnswer, type GridAnswered } from '#server/model/grid/grid-answer.ts'
import { readListedPosts } from './posts-store.ts'
import { text } from './text.ts'
import { requireType, typeListTitle, typeTitle, type ContentType } from './types-store.ts'

export const postGridName = 'content/post/list'

/** The grid of posts: pinned ones lead the usual order, trashed is a status among others. */
export const postGrid: Handler<'content-post-grid'> = async (context) => {
  const { type } = context.params
  return answerGrid(context, type === undefined ? undefined : await requireType(context.trx, type))
}

async function answerGrid(context: CallContext, type: ContentType | undefined): Promise<GridAnswered> {
  const { params } = context
  const isUsualOrder =
    params.defaults === '1' || params.sort === undefined || params.sort === '' || (params.sort === 'created_at' && params.order === 'desc')
  const query = { ...params, ...(isUsualOrder ? { sort: 'pinned,created_at', order: 'desc,desc', defaults: undefined } : {}) }
  const readRows = (ids: readonly number[]) => readListedPosts(context, ids, type)
  const { results, metadata } = await gridAnswer(context, postGridName, query, { readRows })
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
