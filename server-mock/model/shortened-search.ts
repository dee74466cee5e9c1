import { readSearch } from '#schemas/rules/search-words.ts'
import type { FilterKind, WhereCondition } from '#schemas/rules/where.ts'

/** A search of which only a part was looked for. */
export interface ShortenedSearch {
  /** `q`, or the key of a filter. */
  key: string
  text: string
}

export function shortenedSearch(key: string, text: string): ShortenedSearch[] {
  const { shortened } = readSearch(text)
  return shortened === undefined ? [] : [{ key, text: shortened }]
}

/** A filter that looks for words; all others compare the whole value. */
export const shortenedFilter = (
  key: string,
  kind: FilterKind,
  { operator, values }: Pick<WhereCondition, 'operator' | 'values'>,
): ShortenedSearch[] => (kind === 'text' && ['contains', 'not_contains'].includes(operator) ? shortenedSearch(key, values[0] ?? '') : [])
