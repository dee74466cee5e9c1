import { sql } from 'kysely'
import type { MapPoint } from '#schemas/rules/numbers/map-point.ts'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { holdsWords, readSearch, type SearchWord } from '#schemas/rules/text/search-words.ts'
import { sortKey } from '#schemas/rules/text/sort-key.ts'
import { lockName } from '#server/database/lock-name.ts'
import { moduleText } from '#server/module-text.ts'
import type { Trx } from '#server/database/database.ts'
import { validationError, ApiError, type FieldErrors } from '#server/errors.ts'
import { localeOrder } from '#server/model/context.ts'
import type { CallContext } from '#server/feature.ts'

/** Levels from the top down, each with the field under which the levels below name it. */
export const levels = ['continent', 'country', 'province', 'city', 'neighbourhood'] as const
export type Level = (typeof levels)[number]
export const ancestorFields = ['continents_id', 'countries_id', 'provinces_id', 'cities_id'] as const
export type AncestorField = (typeof ancestorFields)[number]

/** Locale to text. */
export type Texts = Record<string, string | null>

export interface DivisionRow extends Record<AncestorField, number | null> {
  id: number
  type: Level
  title: Texts
  slug: string | null
  code: string | null
  phone_code: string | null
  location: (MapPoint & { id?: number | null }) | null
  deleted_at: string | null
}

export interface DivisionFilter extends Partial<Record<AncestorField, number>> {
  types?: readonly string[]
  /** Division directly or further above. */
  parent_id?: number
  /** Words that the title contains in any language. */
  q?: string
  ids?: readonly number[]
  page?: number
  page_size?: number
}

type Context = Pick<CallContext, 'trx' | 'caller' | 'registry' | 'now'>

/** Active divisions in the order of their titles in the caller's locale; all on one page when no page size is asked for. */
export async function listDivisions(context: Context, filter: DivisionFilter) {
  const conditions = [sql`deleted_at is null`]
  if (filter.ids) conditions.push(sql`id = any(${filter.ids}::bigint[])`)
  else conditions.push(sql`active is not false`)
  if (filter.types) conditions.push(sql`type = any(${filter.types}::text[])`)
  for (const field of ancestorFields) if (filter[field] !== undefined) conditions.push(sql`${sql.ref(field)} = ${filter[field]}`)
  if (filter.parent_id !== undefined) conditions.push(sql`${filter.parent_id} in (continents_id, countries_id, provinces_id, cities_id)`)
  const { rows } =
    await sql<DivisionRow>`select id, type, title, slug, code, phone_code, continents_id, countries_id, provinces_id, cities_id, location
    from data.division where ${sql.join(conditions, sql` and `)}`.execute(context.trx)
  const order = localeOrder(context)
  const { words } = readSearch(filter.q ?? '')
  const matching = rows
    .filter((row) => words.length === 0 || contains(Object.values(row.title), words))
    .map((row) => ({ ...row, title: textIn(row.title, order) }))
    .map((row) => ({ row, key: sortKey(row.title) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)
  const page = filter.page ?? 1
  const page_size = filter.page_size ?? Math.max(matching.length, 1)
  return {
    results: matching.slice((page - 1) * page_size, page * page_size),
    metadata: {
      pagination: {
        page,
        page_size,
        total: matching.length,
        total_is_exact: true,
        pages: Math.max(1, Math.ceil(matching.length / page_size)),
      },
    },
  }
}

const contains = (texts: (string | null)[], words: readonly SearchWord[]) => holdsWords(foldText(texts.filter(Boolean).join(' ')), words)

function textIn(texts: Texts, order: readonly string[]): string {
  for (const locale of [...order, ...Object.keys(texts)]) if (texts[locale]) return texts[locale]
  return ''
}

export async function findDivision(trx: Trx, id: number, { lock }: { lock?: 'share' | 'update' } = {}): Promise<DivisionRow | undefined> {
  const { rows } =
    await sql<DivisionRow>`select id, type, title, slug, code, phone_code, continents_id, countries_id, provinces_id, cities_id, location, deleted_at
    from data.division where id = ${id} ${lock === 'share' ? sql`for share` : lock === 'update' ? sql`for update` : sql``}`.execute(trx)
  return rows[0]
}

/** Number of divisions that name this one as above them. */
export async function countChildren(trx: Trx, id: number, { trashed }: { trashed: boolean }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from data.division
    where ${id} in (continents_id, countries_id, provinces_id, cities_id) ${trashed ? sql`` : sql`and deleted_at is null`}`.execute(trx)
  return rows[0]!.count
}

/**
 * What is above a division of this level: the nearest is given and of the right level, the others follow from it, and
 * one that was given must agree. @throws a 422 on the field that is wrong.
 */
export async function resolveAncestors(
  context: Context,
  type: Level,
  sentAncestors: Partial<Record<AncestorField, number | null>>,
): Promise<Record<AncestorField, number | null>> {
  const depth = levels.indexOf(type)
  const ancestors: Record<AncestorField, number | null> = { continents_id: null, countries_id: null, provinces_id: null, cities_id: null }
  if (depth === 0) return ancestors
  const nearest = ancestorFields[depth - 1]!
  const refuse = (field: AncestorField, key: string, values: Record<string, unknown> = {}) => {
    const level = levels[ancestorFields.indexOf(field)]!
    throw validationError({ [field]: [text(context, key, { parent: text(context, level), ...values })] } satisfies FieldErrors)
  }
  const id = sentAncestors[nearest]
  if (!id) return refuse(nearest, 'parent_required')
  // Shared lock: the parent cannot be trashed between this check and the write.
  const parent = await findDivision(context.trx, id, { lock: 'share' })
  if (!parent || parent.deleted_at || parent.type !== levels[depth - 1]) return refuse(nearest, 'parent_wrong_level')
  for (const field of ancestorFields.slice(0, depth - 1)) ancestors[field] = parent[field]
  ancestors[nearest] = parent.id
  for (const field of ancestorFields.slice(0, depth - 1)) {
    if (sentAncestors[field] && sentAncestors[field] !== ancestors[field])
      refuse(nearest, 'parent_mismatch', { parent: text(context, levels[ancestorFields.indexOf(field)]!) })
  }
  return ancestors
}

/** @throws a 422 on `code` when another country has it, in the trash or not: restoring that one would make it twice. */
export async function requireFreeCode(context: Context, code: string | null | undefined, id = 0): Promise<void> {
  const wanted = code?.trim()
  if (!wanted) return
  // Two saves of one code at once: the second waits, and finds the first.
  await lockName(context.trx, `pishkhan.country.${wanted.toUpperCase()}`)
  const {
    rows: [holder],
  } = await sql<{
    title: Texts
  }>`select title from data.division where type = 'country' and upper(trim(code)) = ${wanted.toUpperCase()} and id <> ${id} limit 1`.execute(
    context.trx,
  )
  if (holder)
    throw validationError({ code: [text(context, 'code_taken', { code: wanted, country: textIn(holder.title, localeOrder(context)) })] })
}

/** @throws `in-use` when divisions stand below, saying how many. */
export async function requireNoChildren(context: Context, id: number, options: { trashed: boolean }): Promise<void> {
  const count = await countChildren(context.trx, id, options)
  if (count > 0) throw new ApiError('in-use', { userMessage: text(context, 'has_children', { count }), metadata: { count } })
}

export const text = moduleText('divisions')
