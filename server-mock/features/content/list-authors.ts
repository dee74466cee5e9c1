import { sql } from 'kysely'
import type { Handler } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { listNames } from '#server/model/list/list-names.ts'

/** Users who have written posts, by name. */
export const listAuthors: Handler<'content-author-list'> = async (context) => {
  const { rows } = await sql<{ id: number }>`select distinct created_by as id from data.post where created_by is not null`.execute(
    context.trx,
  )
  const authors = { fields: { id: rows.map(({ id }) => id) } }
  const { results, metadata } = await listNames(
    context,
    findModel(context, 'user'),
    { page_size: 1000, ...context.params },
    new Map(),
    authors,
  )
  return { results: results.map(({ id, title }) => ({ id, title })), metadata }
}
