import { displayFields, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import type { FilledWhere } from './document-where.ts'
import { queryList, type Pagination } from './list-query.ts'
import { readRecords, type ModelRecord } from '#server/model/read.ts'

/** The parameters that a list of names takes beside the term. */
export interface NamesQuery {
  q?: unknown
  [key: string]: unknown
}

/** Parameters that a list of names accepts and ignores. */
const ignored = new Set(['model', 'mock', 'fields', 'for'])

/**
 * Titles of records, for a picker: found by title alone, and answered with id and title only. `params` filter by equality, as
 * `{ slug: 'roles' }`; `fixed` is a condition that the caller cannot choose.
 * @throws a 422 naming each key that is none of `q`, `ids` and paging
 */
export async function listNames(
  context: ModelContext,
  entity: ModelEntity,
  { q, ...query }: NamesQuery,
  params: ReadonlyMap<string, string> = new Map(),
  fixed?: FilledWhere,
): Promise<{ results: ModelRecord[]; metadata: { pagination: Pagination } }> {
  const [name] = displayFields(entity)
  const filters = new Map(name === undefined ? [] : [['q_name', { path: name, kind: 'text' as const, groups: false }]])
  const page = await queryList(
    context,
    entity,
    { sortable: new Map(), defaultSort: name ?? 'id', filters, params, tabs: [], pageSize: 15, search: false, ignored },
    { ...query, ...(q !== undefined && q !== '' && { q_name: q }) },
    { trusted: true, fixed },
  )
  const records = await readRecords(context, entity, page.ids, { trusted: true, paths: ['title'] })
  return { results: records.map(({ record }) => record), metadata: { pagination: page.pagination } }
}
