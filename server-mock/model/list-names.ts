import type { ModelContext, ModelEntity } from './context.ts'
import { queryList, type Pagination } from './list-query.ts'
import { displayFields, readRecords, type ModelRecord } from './read.ts'

/** What is asked for, and in which order, beside the term; a list of names takes nothing else. */
export interface NamesQuery {
  q?: unknown
  [key: string]: unknown
}

/** What a list of names takes and does nothing with. */
const ignored = new Set(['model', 'mock', 'fields'])

/**
 * Records by what they are called, for choosing one: found by their name alone, and told with nothing else. `params` narrow by
 * equality, as `{ slug: 'roles' }`.
 * @throws a 422 naming each key that is none of `q`, `ids` and paging
 */
export async function listNames(
  context: ModelContext,
  entity: ModelEntity,
  { q, ...query }: NamesQuery,
  params: ReadonlyMap<string, string> = new Map(),
): Promise<{ results: ModelRecord[]; metadata: { pagination: Pagination } }> {
  const [name] = displayFields(entity)
  const filters = new Map(name === undefined ? [] : [['q_name', { path: name, kind: 'text' as const, groups: false }]])
  const page = await queryList(
    context,
    entity,
    { sortable: new Map(), defaultSort: name ?? 'id', filters, params, tabs: [], pageSize: 15, search: false, ignored },
    { ...query, ...(q !== undefined && q !== '' && { q_name: q }) },
    { trusted: true },
  )
  const found = await readRecords(context, entity, page.ids, { trusted: true, paths: ['title'] })
  return { results: found.map(({ record }) => record), metadata: { pagination: page.pagination } }
}
