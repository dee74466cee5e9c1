import { sql } from 'kysely'
import { addedFields } from '#schemas/extensions/extend-entity.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { ResultsOf } from '#server/feature.ts'
import { findModel, localeOrder, trusted, type ModelContext } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import type { FoundRow } from '#server/model/grid/grid.ts'
import { recordResults } from '#server/model/record-results.ts'
import { readRecords, type ModelRecord, type StoredRow } from '#server/model/read.ts'
import { addedColumns, readAdditions } from './post-extensions.ts'
import { statusOf, type StoredStatus } from './post-status.ts'
import { localesOfType, typeSummary, typeTitle, type ContentType } from './types-store.ts'

export interface Category {
  id: number
  title: string
  slug: string
  color: string
}
export interface Sister {
  locale: string
  id: number | null
}

/** A stored post, as the table of its entity has it. */
export type PostRow = StoredRow & {
  status: StoredStatus
  deleted_at: string | null
  content_type_id: number
  sister_group: number
  locale: string
  categories: number[] | null
}

/** A post as the calls answer it; beside these all fields of the entity. */
export type Post = ModelRecord &
  ResultsOf<'content-post-single'> & { type: string; type_title: string; sisters: Sister[]; categories: Category[] }

/** The type is read by itself, for its features and languages. */
const columnsOf = (context: ModelContext): string[] => ['content_type_id', ...addedColumns(context)]
const listPaths = [
  'title',
  'synopsis',
  'slug',
  'template',
  'status',
  'moderation_note',
  'sent_to',
  'published_at',
  'published_by.name_full',
  'pinned',
  'pinned_at',
  'thumbnail',
  'images',
  'categories',
  'tags',
  'labels',
  'locale',
  'sister_group',
  'created_at',
  'created_by.name_full',
  'updated_at',
  'updated_by.name_full',
  'deleted_at',
]
const paths = [...listPaths, 'text', 'seo']

/** Posts of these ids, in this order, with everything that belongs to a post on the wire. */
export async function readPosts(context: ModelContext, ids: readonly number[]): Promise<Post[]> {
  const entity = findModel(context, 'post')
  const added = [...addedFields(entity.document)]
  const records = await readRecords(context, entity, ids, { ...trusted, paths: [...paths, ...added], columns: columnsOf(context) })
  const rows = records.map(({ row }) => row as PostRow)
  const posts = await toPosts(context, records)
  const sisters = await sistersByGroup(
    context,
    rows.map((row) => row.sister_group),
  )
  return posts.map(({ record, row, flags, type }) =>
    recordResults<Post>({ ...record, sisters: sistersOf(row, localesOfType(type), sisters.get(row.sister_group)), ...flags }),
  )
}

/** Posts as lists have them: without text, search engine texts and translations. `type` is that of all of them, where it is known. */
export async function readListedPosts(context: ModelContext, ids: readonly number[], type?: ContentType): Promise<FoundRow[]> {
  const records = await readRecords(context, findModel(context, 'post'), ids, { ...trusted, paths: listPaths, columns: columnsOf(context) })
  return toPosts(context, records, type)
}

/** What a post says of wares and labels where no module adds them. */
const withoutAdditions = {
  wares_titles: [],
  ware_is_available: null,
  available_wares_count: 0,
  unavailable_wares_count: 0,
  product_tagging_categories: [],
}

/** What a post says of a type that is no longer there. */
const unknownType = { type: '', type_title: '', content_type: undefined }

async function toPosts(
  context: ModelContext,
  records: readonly { record: ModelRecord; row: StoredRow }[],
  known?: ContentType,
): Promise<(FoundRow & { row: PostRow; type: ContentType | undefined })[]> {
  const rows = records.map(({ row }) => row as PostRow)
  const types = await typesById(
    context,
    rows.map((row) => row.content_type_id),
    known,
  )
  const categories = await categoriesById(
    context,
    rows.flatMap((row) => row.categories ?? []),
  )
  const typeFields = new Map(
    [...types].map(([id, type]) => [
      id,
      { type: type.slug, type_title: typeTitle(context, type), content_type: typeSummary(context, type) },
    ]),
  )
  const additions = await readAdditions(context, rows)
  return records.map(({ record }, at) => {
    const row = rows[at]!
    const type = types.get(row.content_type_id)
    const named = (key: string) =>
      (record[key] as { name_full?: string; title?: string } | null)?.name_full ?? (record[key] as { title?: string } | null)?.title ?? null
    // The record was read for this answer alone: it is completed, not copied.
    const post = Object.assign(record, typeFields.get(row.content_type_id) ?? unknownType, {
      content_type_id: row.content_type_id,
      status: statusOf(row),
      images: record.images ?? [],
      tags: record.tags ?? [],
      thumbnail: record.thumbnail ?? null,
      categories: (row.categories ?? []).flatMap((id) => categories.get(id) ?? []),
      created_name: named('created_by'),
      updated_name: named('updated_by'),
      published_name: named('published_by'),
      ...withoutAdditions,
      labels: record.labels ?? {},
      ...additions[at]!,
    })
    return { record: post, row, type, flags: postFlags(context, row, type) }
  })
}

/** Beside what documents say: only posts of a type with pins are pinned, and either way of sending is `can_send`. */
function postFlags(context: ModelContext, row: PostRow, type: ContentType | undefined): Record<`can_${string}`, boolean> {
  const flags = flagsOf(context, findModel(context, 'post'), row)
  const pins = type === undefined || type.features.includes('pin')
  return { ...flags, can_pin: flags.can_pin === true && pins, can_send: flags.can_send_to_moderator === true }
}

/** @throws `not-found`. */
export async function readPost(context: ModelContext, id: number): Promise<Post> {
  const [post] = await readPosts(context, [id])
  if (!post) throw new ApiError('not-found')
  return post
}

/** As the editor takes it: categories by id, so that what was read can be sent back. */
export const forEditor = (post: Post): ResultsOf<'content-post-save'> & { categories: number[] } => ({
  ...post,
  categories: post.categories.map(({ id }) => id),
})

/** The stored row of a post, held until the transaction ends where it is going to be written. @throws `not-found`. */
export async function findPost(trx: Trx, id: number, { lock }: { lock?: boolean } = {}): Promise<PostRow> {
  const { rows } = await sql<PostRow>`select * from data.post where id = ${id} ${lock ? sql`for update` : sql``}`.execute(trx)
  if (!rows[0]) throw new ApiError('not-found')
  return rows[0]
}

/** The post of a group of translations in one language; it may be in the trash. */
export const findSister = (trx: Trx, group: number, locale: string): Promise<{ id: number } | undefined> =>
  trx.selectFrom('data.post').select('id').where('sister_group', '=', group).where('locale', '=', locale).executeTakeFirst() as Promise<
    { id: number } | undefined
  >

async function typesById({ trx }: ModelContext, ids: number[], known?: ContentType): Promise<Map<number, ContentType>> {
  if (ids.length === 0 || (known && ids.every((id) => id === known.id))) return new Map(known && [[known.id, known]])
  const { rows } =
    await sql<ContentType>`select id, slug, titles, list_titles, features, locales from data.content_type where id = any(${[...new Set(ids)]}::bigint[])`.execute(
      trx,
    )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function categoriesById(context: ModelContext, ids: number[]): Promise<Map<number, Category>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    title: Record<string, string>
    slug: string
    color: string
  }>`select id, title, slug, color from data.category where id = any(${[...new Set(ids)]}::bigint[]) and deleted_at is null`.execute(
    context.trx,
  )
  return new Map(rows.map((row) => [row.id, { ...row, title: inLocale(context, row.title) }]))
}

/** A translated text in the caller's locale, else in the next that has one. */
export function inLocale(context: Pick<ModelContext, 'caller'>, texts: Record<string, string | null>): string {
  for (const locale of [...localeOrder(context), ...Object.keys(texts)]) if (texts[locale]) return texts[locale]
  return ''
}

/** Translations that there are, and the languages of the type that have none. */
const sistersOf = (row: PostRow, offered: readonly string[], existing: ReadonlyMap<string, number> | undefined): Sister[] =>
  locales
    .map((locale) => ({ locale, id: locale === row.locale ? row.id : (existing?.get(locale) ?? null) }))
    .filter(({ locale, id }) => id !== null || offered.includes(locale))

async function sistersByGroup({ trx }: ModelContext, groups: number[]): Promise<Map<number, Map<string, number>>> {
  const idsByGroup = new Map<number, Map<string, number>>()
  if (groups.length === 0) return idsByGroup
  const { rows } = await sql<{
    id: number
    locale: string
    sister_group: number
  }>`select id, locale, sister_group from data.post where sister_group = any(${[...new Set(groups)]}::bigint[]) and deleted_at is null`.execute(
    trx,
  )
  for (const row of rows)
    idsByGroup.set(row.sister_group, (idsByGroup.get(row.sister_group) ?? new Map<string, number>()).set(row.locale, row.id))
  return idsByGroup
}
