import { sql } from 'kysely'
import type { Handler } from '#server/feature.ts'
import type { Trx } from '#server/database/database.ts'

interface PinnedPage {
  title: string
  path: string
}

/** Pages that a user has pinned, in his order. */
export async function readPinned(trx: Trx, user: number): Promise<PinnedPage[]> {
  const { rows } = await sql<{ pages: PinnedPage[] }>`select pages from pishkhan.pinned_pages where user_id = ${user}`.execute(trx)
  return rows[0]?.pages ?? []
}

/** Keeps the pages that are sent in the place of those before; of one path the first. */
const save: Handler<'pinned-pages-save'> = async ({ trx, caller, payload }) => {
  const pages = payload.pages.filter(({ path }, at) => payload.pages.findIndex((page) => page.path === path) === at)
  await sql`insert into pishkhan.pinned_pages (user_id, pages) values (${caller.user!.id}, ${JSON.stringify(pages)}::jsonb)
    on conflict (user_id) do update set pages = excluded.pages`.execute(trx)
  return { results: pages }
}

export const pinnedPages = { 'pinned-pages-save': save }
