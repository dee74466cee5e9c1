import { sql } from 'kysely'
import { textOfHtml } from '#schemas/rules/html/html-text.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { Feature, Handler, UnmanagedHandler } from '#server/feature.ts'
import { helpType } from './help-type.ts'
import { readHelp, searchHelp } from './help-posts.ts'

const mostFound = 10
const excerptLength = 160

const routes: Handler<'help-routes'> = async (context) => ({
  results: (await readHelp(context, false)).filter(({ page }) => page.state === 'open').map(({ id, slug }) => ({ id, slug })),
  metadata: { read: { name: 'content-post-single', params: { type: helpType } } },
})

const search: Handler<'help-search'> = async (context) => {
  const { q } = context.params
  const found = q.trim() === '' ? [] : searchHelp(await readHelp(context), q)
  return {
    results: found
      .slice(0, mostFound)
      .map(({ id, slug, title, text, locale, page: { to } }) => ({
        id,
        slug,
        title,
        locale,
        excerpt: shorten(textOfHtml(text)),
        ...(to !== undefined && { to }),
      })),
  }
}

const shorten = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, text.lastIndexOf(' ', excerptLength)).trimEnd()}…`

/** The group of translations that a help post belongs to. @throws `not-found` */
async function groupOf(trx: Trx, id: number): Promise<number> {
  const { rows } = await sql<{ sister_group: number }>`select p.sister_group from data.post p
    join data.content_type t on t.id = p.content_type_id where p.id = ${id} and t.slug = ${helpType} and p.deleted_at is null`.execute(trx)
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0].sister_group
}

/** Unmanaged: asking only reads, and the mark is written. */
const isSeen: UnmanagedHandler<'help-is-seen'> = {
  unmanaged: ({ database, caller, params: { id, mark }, now }) => {
    const user = caller.user!.id
    if (mark !== '1') return database.read(async (trx) => ({ results: { seen: await hasSeen(trx, user, await groupOf(trx, id)) } }))
    return database.transaction(async (trx) => {
      await sql`insert into pishkhan.help_seen (user_id, sister_group, seen_at) values (${user}, ${await groupOf(trx, id)}, ${now})
        on conflict do nothing`.execute(trx)
      return { results: { seen: true } }
    })
  },
}

async function hasSeen(trx: Trx, user: number, group: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pishkhan.help_seen where user_id = ${user} and sister_group = ${group}`.execute(trx)
  return rows.length > 0
}

/** Help of the pages: which pages have one, who has seen it, and a search. The texts are posts. */
export const panelHelp: Feature = {
  module: 'panel-help',
  handlers: { 'help-routes': routes, 'help-search': search, 'help-is-seen': isSeen },
}
