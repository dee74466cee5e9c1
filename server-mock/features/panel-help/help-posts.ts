import { sql } from 'kysely'
import { textOfHtml } from '#schemas/rules/html/html-text.ts'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { readSearch } from '#schemas/rules/text/search-words.ts'
import { isAllowed } from '#server/caller.ts'
import type { CallContext } from '#server/feature.ts'
import { nearestLocales } from '#server/features/content/post-single.ts'
import { helpPages, type HelpPage } from './help-pages.ts'
import { helpType } from './help-type.ts'

export interface HelpPost {
  id: number
  slug: string
  title: string
  /** Formatted text. */
  text: string
  locale: string
  page: HelpPage
}

/** Who writes posts also sees the help of pages that are gone or closed to him. */
export const writesHelp = ({ caller }: Pick<CallContext, 'caller'>): boolean => isAllowed(caller, 'content.write')

/** Published help for the reader, one of each page, by title; texts are empty without `withText`. */
export async function readHelp(context: CallContext, withText = true): Promise<HelpPost[]> {
  const { rows } = await sql<Omit<HelpPost, 'page'>>`
    select distinct on (p.slug) p.id, p.slug, p.title, ${withText ? sql`coalesce(p.text, '')` : sql`''`} as text, p.locale
    from data.post p join data.content_type t on t.id = p.content_type_id
    where t.slug = ${helpType} and t.deleted_at is null and p.deleted_at is null and p.status = 'published'
    order by p.slug, array_position(${nearestLocales(context)}::text[], p.locale::text) nulls last, p.id`.execute(context.trx)
  const pageOf = helpPages(context)
  const seesAll = writesHelp(context)
  return rows
    .map((row) => ({ ...row, page: pageOf(row.slug) }))
    .filter(({ page }) => seesAll || page.state === 'open')
    .sort((a, b) => a.title.localeCompare(b.title, context.caller.locale))
}

/** Of these, the ones whose title or text holds all words; matches of the title first. */
export function searchHelp(posts: readonly HelpPost[], term: string): HelpPost[] {
  const { words } = readSearch(term)
  const holds = (text: string) => {
    const folded = foldText(text)
    return words.every((spellings) => spellings.some((spelling) => folded.includes(spelling)))
  }
  const inTitle = posts.filter(({ title }) => holds(title))
  return [...inTitle, ...posts.filter((post) => !inTitle.includes(post) && holds(`${post.title} ${textOfHtml(post.text)}`))]
}
