import { readSearch } from '#schemas/rules/text/search-words.ts'
import type { FilterKind, WhereCondition } from '#schemas/rules/conditions/where.ts'

/** A search that was too long: only its beginning was used. */
export interface ShortenedSearch {
  /** `q`, or the key of a filter. */
  key: string
  text: string
}

export function shortenedSearch(key: string, text: string): ShortenedSearch[] {
  const { shortened } = readSearch(text)
  return shortened === undefined ? [] : [{ key, text: shortened }]
}

type Filter = Pick<WhereCondition, 'operator' | 'values'>

/** A filter that looks for words; all others compare the whole value. */
const looksForWords = (kind: FilterKind, { operator }: Filter) => kind === 'text' && ['contains', 'not_contains'].includes(operator)

export const shortenedFilter = (key: string, kind: FilterKind, filter: Filter): ShortenedSearch[] =>
  looksForWords(kind, filter) ? shortenedSearch(key, filter.values[0] ?? '') : []

/** How many words a filter looks for. */
export const searchedWords = (kind: FilterKind, filter: Filter): number =>
  looksForWords(kind, filter) ? readSearch(filter.values[0] ?? '').words.length : 0
