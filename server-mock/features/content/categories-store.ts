import { sql } from 'kysely'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { holdsWords, readSearch } from '#schemas/rules/text/search-words.ts'
import { sortKey } from '#schemas/rules/text/sort-key.ts'
import { findModel, type ModelContext } from '#server/model/context.ts'
import { trusted, writeRecord, type ModelRecord } from '#server/model/model.ts'
import { readRecords } from '#server/model/read.ts'
import { inLocale, type Category } from './posts-store.ts'

export interface Lookup {
  q?: string
  ids?: string
  page?: number
  page_size?: number
}

/** Categories in the order of their titles. */
export async function listCategories(context: ModelContext, lookup: Lookup) {
  const { rows } = await sql<{
    id: number
    title: Record<string, string>
    slug: string
    color: string
  }>`select id, title, slug, color from data.category where deleted_at is null`.execute(context.trx)
  const all = rows.map((row) => ({
    row: { ...row, title: inLocale(context, row.title) } as Category,
    texts: [...Object.values(row.title), row.slug],
  }))
  return choose(all, lookup)
}

/** Users who have written posts, by name. */
export async function listAuthors(context: ModelContext, lookup: Lookup) {
  const { rows } = await sql<{
    id: number
  }>`select id from data.user u where exists (select 1 from data.post p where p.created_by = u.id)`.execute(context.trx)
  const authors = await readRecords(
    context,
    findModel(context, 'user'),
    rows.map(({ id }) => id),
    { ...trusted, paths: ['title'] },
  )
  return choose(
    authors.map(({ record }) => ({ row: { id: record.id, title: String(record.title) }, texts: [String(record.title)] })),
    lookup,
  )
}

/** The page of a short list that a select asks for: by ids, or by words in any order. */
function choose<Row extends { id: number; title: string }>(
  all: { row: Row; texts: (string | null)[] }[],
  { q = '', ids, page = 1, page_size }: Lookup,
) {
  const wanted = ids === undefined ? undefined : new Set(ids.split(',').map(Number))
  const { words } = readSearch(q)
  const matching = all
    .filter(({ row, texts }) => (wanted ? wanted.has(row.id) : holdsWords(foldText(texts.filter(Boolean).join(' ')), words)))
    .map(({ row }) => ({ row, key: sortKey(row.title) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)
  const size = page_size ?? Math.max(matching.length, 1)
  return {
    results: matching.slice((page - 1) * size, page * size),
    metadata: {
      pagination: {
        page,
        page_size: size,
        total: matching.length,
        total_is_exact: true,
        pages: Math.max(1, Math.ceil(matching.length / size)),
      },
    },
  }
}

export function saveCategory(
  context: ModelContext,
  { id, version, fields }: { id?: number; version?: number; fields: Record<string, unknown> },
): Promise<ModelRecord> {
  const data = Object.fromEntries(Object.entries(fields).filter(([field]) => ['title', 'slug', 'color'].includes(field)))
  return writeRecord(context, 'category', { id, version, data }, trusted)
}
