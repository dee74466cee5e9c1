import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { helpPages } from '#server/features/panel-help/help-pages.ts'
import { helpLocales } from '#server/features/panel-help/help-posts.ts'
import { helpType } from '#server/features/panel-help/help-type.ts'
import type { LabelNode } from '#server/features/tagging/post-labels.ts'
import { readRecord } from '#server/model/read.ts'
import { editorPath } from './editor.ts'
import { readPost, type Post } from './posts-store.ts'

const readAccess = 'content.read'

/** Anyone signed in reads published help; every other post needs the permission. @throws `permission-denied` */
export function requireReader({ caller }: Pick<CallContext, 'caller'>, type: string | undefined, status = 'published'): void {
  if ((type !== helpType || status !== 'published') && !isAllowed(caller, readAccess)) throw new ApiError('permission-denied')
}

/** One post by its id, or by its slug within a type: in the reader's language, else in the nearest that it was written in. */
export const postSingle: Handler<'content-post-single'> = async (context) => {
  const { id, type } = context.params
  const mayRead = isAllowed(context.caller, readAccess)
  if (id === undefined) requireReader(context, type)
  const found = id ?? (await idOfSlug(context, mayRead))
  if (mayRead) await readRecord(context, 'post', found, { paths: [] })
  const post = await readPost(context, found)
  if (type !== undefined && post.type !== type) throw new ApiError('not-found')
  requireReader(context, post.type, post.status)
  return { results: post.type === helpType ? asHelp(context, post) : post }
}

async function idOfSlug(context: CallContext, mayRead: boolean): Promise<number> {
  const { slug, type, locale } = context.params
  const { rows } = await sql<{ id: number }>`
    select p.id from data.post p join data.content_type t on t.id = p.content_type_id
    where p.slug = ${slug} and t.slug = ${type} and t.deleted_at is null and p.deleted_at is null and (${mayRead} or p.status = 'published')
      and (${locale ?? null}::text is null or p.locale = ${locale ?? null})
    order by p.status <> 'published', array_position(${helpLocales(context)}::text[], p.locale::text) nulls last, p.id limit 1`.execute(
    context.trx,
  )
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0].id
}

/** Help as it is shown beside a page: its chosen labels, and the page that it is about. */
export const asHelp = (context: CallContext, post: Post): Post => ({
  ...post,
  tagging_labels: chosenLabels(post.product_tagging_categories as LabelNode[]),
  page: helpPages(context)(String(post.slug)),
  edit_page: post.can_edit === true ? editorPath(post.type, post.id) : null,
})

const chosenLabels = (nodes: readonly LabelNode[]): { id: number; title: string }[] =>
  nodes.flatMap(({ id, title, chosen, children }) => [...(chosen ? [{ id, title }] : []), ...chosenLabels(children)])
