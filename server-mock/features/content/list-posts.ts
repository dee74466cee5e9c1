import { sql } from 'kysely'
import { readSearch } from '#schemas/rules/text/search-words.ts'
import { isAllowed } from '#server/caller.ts'
import type { CallOf, Handler } from '#server/feature.ts'
import { validationError } from '#server/errors.ts'
import { countEach } from '#server/model/list/counts.ts'
import { holdsWords } from '#server/model/list/text-conditions.ts'
import { openTypeOf, type OpenType } from './post-extensions.ts'
import { readAccess, requireReader } from './post-single.ts'
import { statuses, type Status } from './post-status.ts'
import { readPosts } from './posts-store.ts'
import { requireType } from './types-store.ts'

const defaultPageSize = 15

/** Posts of a type, pinned ones first, then the newest; those in the trash only when their status is asked for. */
export const listPosts: Handler<'content-post-list'> = async (context) => {
  const { trx, params } = context
  const { type: slug, status, locale, q = '', ids, page = 1, page_size = defaultPageSize } = params
  requireReader(context, slug, status)
  const open = openTypeOf(slug)
  if (open && status === undefined && !locale && !ids) return listOpen(context, open, q, page, page_size)
  const type = await requireType(trx, slug)
  const wanted = status?.split(',')
  const unknown = wanted?.find((each) => !statuses.includes(each as Status))
  if (unknown !== undefined) throw validationError({ status: [{ key: 'errors.bad_value', values: { value: unknown } }] })
  const present = sql`case when deleted_at is null then status else 'trashed' end`
  const conditions = [sql`content_type_id = ${type.id}`, wanted ? sql`${present} = any(${wanted}::text[])` : sql`deleted_at is null`]
  if (locale) conditions.push(sql`locale = ${locale}`)
  if (ids) conditions.push(sql`id = any(${ids.split(',').map(Number)}::bigint[])`)
  if (open && !isAllowed(context.caller, readAccess))
    conditions.push(sql`status = 'published' and slug = any(${await openSlugs(context, open, type.id)}::text[])`)
  conditions.push(holdsWords(sql`search_text`, readSearch(q).words))
  const where = sql.join(conditions, sql` and `)
  const [total] = await countEach(trx, sql`data.post`, where, [sql`true`])
  const { rows } = await sql<{
    id: number
  }>`select id from data.post where ${where} order by pinned desc nulls last, created_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    trx,
  )
  return {
    results: await readPosts(
      context,
      rows.map(({ id }) => id),
    ),
    metadata: {
      pagination: { page, page_size, total: total!.count, total_is_exact: total!.exact, pages: Math.ceil(total!.count / page_size) },
    },
  }
}

/** Slugs of an open type that the reader may read. */
async function openSlugs(context: CallOf<'content-post-list'>, { mayRead }: OpenType, type: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`select distinct slug from data.post where content_type_id = ${type}`.execute(context.trx)
  return rows.map(({ slug }) => slug).filter((slug) => mayRead(context, slug))
}

/** Published posts of a type that anyone reads, as that type has them. */
async function listOpen(context: CallOf<'content-post-list'>, { list, tell }: OpenType, q: string, page: number, size: number) {
  const found = await list(context, q)
  const posts = await readPosts(context, found.slice((page - 1) * size, page * size))
  return {
    results: posts.map((post) => tell(context, post)),
    metadata: { pagination: { page, page_size: size, total: found.length, total_is_exact: true, pages: Math.ceil(found.length / size) } },
  }
}
