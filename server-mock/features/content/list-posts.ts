import { sql } from 'kysely'
import { readSearch } from '#schemas/rules/text/search-words.ts'
import type { CallOf, Handler } from '#server/feature.ts'
import { validationError } from '#server/errors.ts'
import { countEach } from '#server/model/list/counts.ts'
import { holdsWords } from '#server/model/list/text-conditions.ts'
import { helpType } from '#server/features/panel-help/help-type.ts'
import { readHelp, searchHelp } from '#server/features/panel-help/help-posts.ts'
import { asHelp, requireReader } from './help-post.ts'
import { statuses, type Status } from './post-status.ts'
import { readPosts } from './posts-store.ts'
import { requireType } from './types-store.ts'

const defaultPageSize = 15

/** Posts of a type, pinned ones first, then the newest; those in the trash only when their status is asked for. */
export const listPosts: Handler<'content-post-list'> = async (context) => {
  const { trx, params } = context
  const { type: slug, status, locale, q = '', ids, page = 1, page_size = defaultPageSize } = params
  requireReader(context, slug, status)
  if (slug === helpType && status === undefined && !locale && !ids) return listHelp(context, q, page, page_size)
  const type = await requireType(trx, slug)
  const wanted = status?.split(',')
  const unknown = wanted?.find((each) => !statuses.includes(each as Status))
  if (unknown !== undefined) throw validationError({ status: [{ key: 'errors.bad_value', values: { value: unknown } }] })
  const present = sql`case when deleted_at is null then status else 'trashed' end`
  const conditions = [sql`content_type_id = ${type.id}`, wanted ? sql`${present} = any(${wanted}::text[])` : sql`deleted_at is null`]
  if (locale) conditions.push(sql`locale = ${locale}`)
  if (ids) conditions.push(sql`id = any(${ids.split(',').map(Number)}::bigint[])`)
  conditions.push(holdsWords(sql`search_text`, readSearch(q).words))
  const where = sql.join(conditions, sql` and `)
  const [total] = await countEach(trx, sql`data.post`, where, [sql`true`])
  const { rows } = await sql<{
    id: number
  }>`select id from data.post where ${where} order by pinned desc, created_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
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

/** Published help, one of each page, in the reader's language or the nearest; by title, or titles with the words first. */
async function listHelp(context: CallOf<'content-post-list'>, q: string, page: number, size: number) {
  const all = await readHelp(context)
  const found = q.trim() === '' ? all : searchHelp(all, q)
  const shown = found.slice((page - 1) * size, page * size).map(({ id }) => id)
  const posts = await readPosts(context, shown)
  return {
    results: posts.map((post) => asHelp(context, post)),
    metadata: { pagination: { page, page_size: size, total: found.length, total_is_exact: true, pages: Math.ceil(found.length / size) } },
  }
}
