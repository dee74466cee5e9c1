import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { localeOrder } from '#server/model/context.ts'
import { readRecord } from '#server/model/read.ts'
import { openTypeOf } from './post-extensions.ts'
import { readPost } from './posts-store.ts'

export const readAccess = 'content.read'

/** Languages in which a post is looked for: the reader's, then English, then whatever there is. */
export const nearestLocales = (context: Pick<CallContext, 'caller' | 'config'>): string[] => [
  ...new Set([context.caller.locale, 'en', ...localeOrder(context)]),
]

/** Anyone signed in reads published posts of an open type; every other post needs the permission. @throws `permission-denied` */
export function requireReader({ caller }: Pick<CallContext, 'caller'>, type: string | undefined, status = 'published'): void {
  if ((!openTypeOf(type) || status !== 'published') && !isAllowed(caller, readAccess)) throw new ApiError('permission-denied')
}

/**
 * One post by its id, or by its slug within a type: in the reader's language, else in the nearest that it was written in. Who may read no
 * other posts reads of an open type what that type opens to him.
 */
export const postSingle: Handler<'content-post-single'> = async (context) => {
  const { id, type } = context.params
  const mayRead = isAllowed(context.caller, readAccess)
  if (id === undefined) requireReader(context, type)
  const found = id ?? (await idOfSlug(context, mayRead))
  if (mayRead) await readRecord(context, 'post', found, { paths: [] })
  const post = await readPost(context, found)
  if (type !== undefined && post.type !== type) throw new ApiError('not-found')
  requireReader(context, post.type, post.status)
  const open = openTypeOf(post.type)
  if (!mayRead && !open?.mayRead(context, String(post.slug))) throw new ApiError('not-found')
  return { results: open?.tell(context, post) ?? post }
}

async function idOfSlug(context: CallContext, mayRead: boolean): Promise<number> {
  const { slug, type, locale } = context.params
  const { rows } = await sql<{ id: number }>`
    select p.id from data.post p join data.content_type t on t.id = p.content_type_id
    where p.slug = ${slug} and t.slug = ${type} and t.deleted_at is null and p.deleted_at is null and (${mayRead} or p.status = 'published')
      and (${locale ?? null}::text is null or p.locale = ${locale ?? null})
    order by p.status <> 'published', array_position(${nearestLocales(context)}::text[], p.locale::text) nulls last, p.id limit 1`.execute(
    context.trx,
  )
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0].id
}
