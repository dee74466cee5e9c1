import type { CallFailure } from '#renderer/api/call-failure.ts'
import { dropKeys, holdsKey, isReadableWhere, type DroppedPart, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isWhereGroup, parseWhere, printCondition, type WhereGroup, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { printTerms } from './terms.ts'

/** What of a query the server would not have, and the query without it; null when it has nothing against the query. */
export function withoutRefused(query: GridQuery, failure: CallFailure): { query: GridQuery; dropped: DroppedPart[] } | null {
  if (failure.status !== 422) return null
  const keys = Object.keys(failure.errors).filter((key) => holdsKey(query, key))
  if (keys.length === 0) return null
  const fewer = keys.includes('where') ? withoutConditions(query.where, failure.metadata.where) : null
  const dropped = keys.flatMap((key) => (key === 'where' && fewer ? fewer.dropped : [{ key, value: valueOf(query, key) }]))
  return { dropped, query: { ...dropKeys(query, keys), where: fewer ? fewer.where : keys.includes('where') ? '' : query.where } }
}

function valueOf({ filters, sort, ...own }: GridQuery, key: string): string {
  if (Object.hasOwn(filters, key)) return filters[key]!
  if (key === 'sort' || key === 'order') return (sort ?? []).map((each) => (key === 'sort' ? each.field : each.order)).join(',')
  const value = { page: own.page, page_size: own.pageSize, tab: own.tab, q: own.q, where: own.where }[key]
  return value === null || value === undefined ? '' : String(value)
}

/** `faults` are paths of conditions from `metadata.where`; null if they do not match this text. */
function withoutConditions(where: string, faults: unknown): { where: string; dropped: DroppedPart[] } | null {
  if (!Array.isArray(faults) || !isReadableWhere(where)) return null
  const places = new Set(faults.flatMap((fault) => (isRecord(fault) && Array.isArray(fault.place) ? [fault.place.join('.')] : [])))
  const dropped: DroppedPart[] = []
  const keep = (group: WhereGroup, place: number[]): WhereGroup => ({
    join: group.join,
    of: group.of.flatMap((node, at): WhereNode[] => {
      const here = [...place, at]
      if (isWhereGroup(node)) return [keep(node, here)]
      if (!places.has(here.join('.'))) return [node]
      dropped.push({ key: node.key, value: printCondition(node) })
      return []
    }),
  })
  const rest = printTerms([keep(parseWhere(where), [])])
  return dropped.length > 0 ? { where: rest, dropped } : null
}
