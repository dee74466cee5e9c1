import type { FieldInSql } from './field-in-sql.ts'
import type { ListPlan } from './list-plan.ts'
import type { SortTerm } from './sort-terms.ts'

/**
 * The order that a query asks for, else that of its tab or of the list. Calls `refuse` with `sort` or `order` where the list has no
 * such order.
 */
export function sortTerms(
  plan: ListPlan,
  tab: ListPlan['tabs'][number] | undefined,
  sort: string | undefined,
  order: string | undefined,
  resolve: (path: string) => FieldInSql | undefined,
  refuse: (key: string) => void,
): SortTerm[] {
  const asWritten = (tab?.sort ?? plan.defaultSort).split(',')
  const keys = sort?.split(',') ?? asWritten.map((term) => term.replace(/^-/, ''))
  const orders =
    order?.split(',') ?? (sort === undefined ? asWritten.map((term) => (term.startsWith('-') ? 'desc' : 'asc')) : keys.map(() => 'asc'))
  if (orders.length !== keys.length || orders.some((each) => each !== 'asc' && each !== 'desc')) refuse('order')
  if (keys.length > 5 || new Set(keys).size !== keys.length) refuse('sort')
  const terms: SortTerm[] = []
  for (const [at, key] of keys.entries()) {
    const path = plan.sortable.get(key) ?? (sort === undefined ? key : undefined)
    const field = path === undefined ? undefined : resolve(path)
    if (field?.order) terms.push({ key, field, descending: orders[at] === 'desc' })
    else if (sort !== undefined) refuse('sort')
  }
  return terms
}

/** The order with the grouping field first, so that rows of a group are next to each other. */
export function groupedTerms(
  groupBy: string | undefined,
  terms: SortTerm[],
  resolve: (path: string) => FieldInSql | undefined,
): SortTerm[] {
  if (groupBy === undefined) return terms
  const own = terms.find(({ key }) => key === groupBy)
  if (own) return [own, ...terms.filter((term) => term !== own)]
  const field = resolve(groupBy)
  return field?.order ? [{ key: groupBy, field, descending: false }, ...terms] : terms
}
