import { sql } from 'kysely'
import { locales, type Locale } from '#schemas/rules/locales.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import { localeOrder } from '#server/model/context.ts'
import { rarelyChangedMs, readCached } from '#server/model/list/cached-read.ts'
import type { CallContext } from '#server/feature.ts'

export interface ContentType {
  id: number
  version: number
  slug: string
  titles: Record<string, string>
  list_titles: Record<string, string> | null
  order: number
  template: string
  features: string[]
  locales: string[] | null
  icon: string | null
  active: boolean
  deleted_at: string | null
}

const columns = sql.raw('id, version, slug, titles, list_titles, "order", template, features, locales, icon, active, deleted_at')

/** A type by its slug. */
export async function findTypeBySlug(trx: Trx, slug: string): Promise<ContentType | undefined> {
  const bySlug = sql<ContentType>`select ${columns} from data.content_type where slug = ${slug} and deleted_at is null`
  return (await readCached(trx, bySlug, rarelyChangedMs))[0]
}

export async function findType(trx: Trx, id: number): Promise<ContentType | undefined> {
  const { rows } = await sql<ContentType>`select ${columns} from data.content_type where id = ${id}`.execute(trx)
  return rows[0]
}

/** The type of a slug. @throws `not-found`: the page of such a type does not exist. */
export async function requireType(trx: Trx, slug: unknown): Promise<ContentType> {
  const type = typeof slug === 'string' ? await findTypeBySlug(trx, slug) : undefined
  if (!type) throw new ApiError('not-found')
  return type
}

/** Title of a type in the caller's locale, else in the next that has one. */
export function typeTitle(context: Pick<CallContext, 'caller'>, type: Pick<ContentType, 'slug' | 'titles'>): string {
  for (const locale of [...localeOrder(context), ...Object.keys(type.titles)]) if (type.titles[locale]) return type.titles[locale]
  return type.slug
}

/** What the list of its posts is called in the caller's locale: a title of its own, else that of the type. */
export const typeListTitle = (context: Pick<CallContext, 'caller'>, type: Pick<ContentType, 'slug' | 'titles' | 'list_titles'>): string =>
  type.list_titles?.[context.caller.locale] || typeTitle(context, type)

/** Summary of a type, as posts carry it; the editor shows fields by its features. */
export const typeSummary = (
  context: Pick<CallContext, 'caller'>,
  type: Pick<ContentType, 'id' | 'slug' | 'titles' | 'list_titles' | 'features'>,
) => ({ id: type.id, slug: type.slug, title: typeTitle(context, type), list_title: typeListTitle(context, type), features: type.features })

/** Languages that a post of the type is offered in; all of them where the type names none. */
export const localesOfType = (type: Pick<ContentType, 'locales'> | undefined): readonly Locale[] =>
  type?.locales?.length ? locales.filter((locale) => type.locales!.includes(locale)) : locales
