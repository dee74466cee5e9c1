import { bareOperators, readBareFilter, writeBareFilter } from '#schemas/rules/conditions/bare-filter.ts'
import {
  filterOperators,
  isWhereGroup,
  parseWhere,
  printWhere,
  type FilterKind,
  type WhereCondition,
  type WhereGroup,
  type WhereNode,
  type WhereOperator,
} from '#schemas/rules/conditions/where.ts'
import { changeGridQuery, isReadableWhere, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'

/** Kind of a filter; an unknown kind is treated as text. */
export const kindOf = (filter: GridFilter): FilterKind => (Object.hasOwn(filterOperators, filter.kind) ? filter.kind : 'text')

/** Whether a filter takes part in `where`; one that does not has its own key only. */
export const inGroups = (filter: GridFilter): boolean => filter.groups !== false && (filter.operators ?? []).length > 0

/** Operators of a filter: those that the server lists if it takes part in `where`, otherwise those that its own key can express. */
export function operatorsOf(filter: GridFilter): readonly WhereOperator[] {
  const kind = kindOf(filter)
  if (!inGroups(filter)) return bareOperators[kind]
  const known: readonly WhereOperator[] = filterOperators[kind]
  return known.filter((operator) => filter.operators?.includes(operator))
}

/** All active filters, which must all hold: first those under their own keys, in the order of the document, then those in `where`. */
export function readTerms({ filters: values, where }: Pick<GridQuery, 'filters' | 'where'>, filters: readonly GridFilter[]): WhereNode[] {
  const bare = filters.flatMap((filter): WhereCondition[] => {
    const value = Object.hasOwn(values, filter.key) ? values[filter.key]! : ''
    return value === '' ? [] : [{ key: filter.key, ...readBareFilter(kindOf(filter), value) }]
  })
  const root = readGroup(where)
  return [...bare, ...(root.join === 'and' ? root.of : [root])]
}

function readGroup(where: string): WhereGroup {
  try {
    return parseWhere(where)
  } catch {
    return { join: 'and', of: [] } // Unreadable addresses are reported elsewhere.
  }
}

/** Writes filters that hold together: each under its own key as far as that can say it, the rest in `where`. Keys of no filter stay. */
export function writeTerms(query: GridQuery, terms: readonly WhereNode[], filters: readonly GridFilter[]): GridQuery {
  const known = new Map(filters.map((filter) => [filter.key, filter]))
  const values = new Map(Object.entries(query.filters).filter(([key]) => !known.has(key)))
  const rest: WhereNode[] = []
  for (const term of flat(terms, 'and')) {
    const filter = isWhereGroup(term) ? undefined : known.get(term.key)
    const value = isWhereGroup(term) || !filter || values.has(term.key) ? undefined : writeBareFilter(kindOf(filter), term)
    if (!isWhereGroup(term) && value !== undefined) values.set(term.key, value)
    else rest.push(term)
  }
  return changeGridQuery(query, { filters: Object.fromEntries(values), where: printTerms(rest) })
}

/** Terms that hold together as `where`, without groups that say nothing of their own. */
export function printTerms(terms: readonly WhereNode[]): string {
  const of = flat(terms, 'and')
  const [only] = of
  return printWhere(of.length === 1 && isWhereGroup(only!) ? only : { join: 'and', of })
}

/** Parts of a group of `join`: groups inside that say the same come apart, those of one part are that part. */
function flat(nodes: readonly WhereNode[], join: WhereGroup['join']): WhereNode[] {
  return nodes.flatMap((node): WhereNode[] => {
    if (!isWhereGroup(node)) return [node]
    const of = flat(node.of, node.join)
    return node.join === join || of.length < 2 ? of : [{ join: node.join, of }]
  })
}

/** Whether an address can hold these filters. */
export const fits = (query: GridQuery, terms: readonly WhereNode[], filters: readonly GridFilter[]): boolean =>
  isReadableWhere(writeTerms(query, terms, filters).where)
