import { sql } from 'kysely'
import { firstFreeSlug, isSlug, slugify } from '#schemas/rules/text/slug.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { ancestorFields, levels, text, type AncestorField, type Level, type Texts } from './store.ts'

/** The divisions of one level directly below one parent; among them a slug is the only one of its kind. */
export interface Siblings {
  type: Level
  ancestors: Record<AncestorField, number | null>
  id?: number
}

/** Longest slug that the column takes, with room for a number behind it. */
const maxLength = 110

/** Address part from the English title, else from the first there is; the first free one of `north`, `north-2`, … */
export async function freeSlug(context: Pick<CallContext, 'trx'>, siblings: Siblings, title: Texts | undefined): Promise<string> {
  const stem =
    slugify(title?.en || Object.values(title ?? {}).find(Boolean) || '')
      .slice(0, maxLength)
      .replace(/-+$/, '') || siblings.type
  return firstFreeSlug(stem, await takenSlugs(context, siblings, stem))
}

/** @throws a 422 on `slug`, with a free one, for a slug that a sibling has or that has signs an address does not have. */
export async function requireSlug(
  context: Pick<CallContext, 'trx' | 'caller' | 'registry'>,
  siblings: Siblings,
  slug: string,
): Promise<void> {
  if (!isSlug(slug)) throw validationError({ slug: [text(context, 'slug_malformed', { suggestion: slugify(slug) || siblings.type })] })
  if ((await takenSlugs(context, siblings, slug)).has(slug))
    throw validationError({ slug: [text(context, 'slug_taken', { suggestion: await freeSlug(context, siblings, { en: slug }) })] })
}

/** Slugs of the siblings, those in the trash included, that begin like this one. */
async function takenSlugs({ trx }: Pick<CallContext, 'trx'>, { type, ancestors, id }: Siblings, stem: string): Promise<Set<string>> {
  const nearest = ancestorFields[levels.indexOf(type) - 1]
  const { rows } = await sql<{
    slug: string
  }>`select slug from data.division where type = ${type} and starts_with(slug, ${stem}) and id <> ${id ?? 0}
    ${nearest ? sql`and ${sql.ref(nearest)} = ${ancestors[nearest]}` : sql``}`.execute(trx)
  return new Set(rows.map((row) => row.slug))
}
