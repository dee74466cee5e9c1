import {
  findModel,
  mayCallGeneric,
  mayFindNames,
  mayUseField,
  requireAccess,
  type ModelContext,
  type ModelOptions,
} from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import { changeableAmong } from '#server/model/rows/fixed-rows.ts'
import { columnOf } from './field-in-sql.ts'
import { filterKindOf } from './filters.ts'
import { listNames } from './list-names.ts'
import { choicesOf } from './reference-choices.ts'
import { treeOf } from '#server/model/tree/tree.ts'
import { queryList, type Pagination } from './list-query.ts'
import type { ListLimits, ListPlan } from './list-plan.ts'
import type { ShortenedSearch } from './shortened-search.ts'
import { readRecords, type ModelRecord, type ReadOptions } from '#server/model/read.ts'
import { readInPortions } from '#server/model/read-portions.ts'

/**
 * A page of an entity's records: `page`, `page_size`, `sort`, `order`, `q`, `ids`, `trashed=1`, and each field as a
 * filter of the kind that it has in grids. `fields` (a comma list) leaves out of the records what it does not name, but for
 * `id`, `version`, `title` and flags. `for` (`book.author`) leaves only the records that this reference may name. `options.sort` is the
 * usual order: `-created_at`, of one level of a tree (`under`: an id, or `top`) its own; `options.pageSize` the usual size of a page;
 * `options.paths` are all that a document leaves of each record, whatever `fields` asks for.
 */
export async function listRecords(
  context: ModelContext,
  model: string,
  query: Record<string, unknown>,
  options: ModelOptions & Pick<ListLimits, 'fixed'> & Pick<ReadOptions, 'paths' | 'edit'> & { sort?: string; pageSize?: number } = {},
): Promise<{ results: ModelRecord[]; metadata: { pagination: Pagination; shortened?: ShortenedSearch[] } }> {
  const entity = findModel(context, model)
  if (!options.trusted && !options.permitted && !mayCallGeneric(context, entity, 'read') && mayFindNames(context, entity))
    return listNames(context, entity, query, new Map(), choicesOf(context, entity, query.for, query.ids))
  requireAccess(context, entity, 'read', options)
  const columns = [...entity.shape.columns, ...entity.shape.balances].filter((column) =>
    mayUseField(context.caller, entity, column, options),
  )
  const names = columns.flatMap((column) => [...new Set([column.field, column.name])].map((name): [string, string] => [name, column.name]))
  const isField = names.some(([name]) => name === 'fields')
  // A condition that the caller cannot choose is never replaced by one that he can.
  const takesChoices = options.fixed === undefined && !names.some(([name]) => name === 'for')
  const choices = takesChoices ? choicesOf(context, entity, query.for, query.ids) : undefined
  const requested =
    !isField && typeof query.fields === 'string'
      ? query.fields
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
      : []
  // One level of a tree is asked for by `under`; else records of all levels are one list.
  const tree = query.under === undefined || query.under === '' ? undefined : treeOf(entity)
  const plan: ListPlan = {
    sortable: new Map(names),
    defaultSort: options.sort ?? (tree?.order && columns.includes(tree.order) ? tree.order.name : '-created_at'),
    tree: tree?.parent.name,
    filters: new Map(names.map(([name, path]) => [name, { path, kind: filterKindOf(columnOf(entity, path)!) }])),
    params: new Map(),
    tabs: [],
    pageSize: options.pageSize ?? 15,
    search: true,
    ignored: new Set(['model', 'mock', 'for', ...(isField ? [] : ['fields'])]),
  }
  const page = await queryList(context, entity, plan, query, choices ? { ...options, fixed: choices } : options)
  const readOptions: ReadOptions = {
    ...options,
    listed: true,
    ...(requested.length > 0 && !options.paths && { paths: [...requested, 'title'], ownPaths: true }),
  }
  const pageRecords = await readInPortions(entity, page.ids, readOptions.paths, (ids) => readRecords(context, entity, ids, readOptions))
  const writable = await changeableAmong(context, entity, page.ids, options)
  return {
    results: pageRecords.map(({ record, row }) => ({
      ...record,
      ...flagsOf(context, entity, row, options, writable),
      ...(page.parents && { has_children: page.parents.has(row.id) }),
    })),
    metadata: { pagination: page.pagination, ...(page.shortened && { shortened: page.shortened }) },
  }
}
