import { sql } from 'kysely'
import { firstFreeSlug, slugify } from '#schemas/rules/text/slug.ts'
import type { Trx } from '#server/database/database.ts'
import { findTypeBySlug } from './types-store.ts'

/** Where a slug has to be the only one: among content types, among categories, or among a type's posts of one locale. */
export type SlugScope = { kind: 'content_type' } | { kind: 'category' } | { kind: 'post'; typeId: number; locale: string }

/** The scope that `slug-suggest` names with `type`; undefined for an unknown content type. */
export async function slugScope(trx: Trx, type: string, locale: string): Promise<SlugScope | undefined> {
  if (type === 'content_type') return { kind: 'content_type' }
  if (type === 'content_category') return { kind: 'category' }
  const contentType = await findTypeBySlug(trx, type)
  return contentType && { kind: 'post', typeId: contentType.id, locale }
}

/** Longest slug that a suggestion has, the number behind it included. */
const maxLength = 100
const fallback: Record<SlugScope['kind'], string> = { content_type: 'type', category: 'category', post: 'post' }

/** The slug itself where it is free, else the first free one of `slug-2`, `slug-3`, …; `id` is the record that may keep its own. */
export async function freeSlug(trx: Trx, scope: SlugScope, wanted: string, id?: number): Promise<string> {
  const slug = slugify(wanted).slice(0, maxLength).replace(/-+$/, '') || fallback[scope.kind]
  const stem = slug.replace(/-\d{1,6}$/, '') || slug
  const { rows } = await sql<{ slug: string }>`select slug from ${sql.raw(`data.${scope.kind}`)}
    where (slug = ${slug} or slug = ${stem} or starts_with(slug, ${`${stem}-`})) and id <> ${id ?? 0}
    ${scope.kind === 'post' ? sql`and content_type_id = ${scope.typeId} and locale = ${scope.locale}` : sql``}`.execute(trx)
  const usedSlugs = new Set(rows.map((row) => row.slug))
  return firstFreeSlug(slug, usedSlugs, stem)
}

/** Whether nothing else in the scope, the trash included, has this slug. */
export async function isSlugFree(trx: Trx, scope: SlugScope, slug: string, id?: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.raw(`data.${scope.kind}`)} where slug = ${slug} and id <> ${id ?? 0}
    ${scope.kind === 'post' ? sql`and content_type_id = ${scope.typeId} and locale = ${scope.locale}` : sql``} limit 1`.execute(trx)
  return rows.length === 0
}
