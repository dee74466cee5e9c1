import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { partOf } from './call-parts.ts'

type Values = Record<string, unknown>

/**
 * Which record a call is about, where its id does not say so: values by path of the entity, as `{ "market.slug": "{params.slug}" }`. A
 * bare field is sent under its own name, without the dots. `{}` is the only record of an entity; undefined where the id says it.
 */
export function recordBy({ by, method }: Pick<EndpointDocument, 'by' | 'method'>, entity?: EntityDocument): Values | undefined {
  const single = entity?.storage?.single
  const written = by ?? (single === true ? [] : single)
  if (written === undefined) return undefined
  if (typeof written === 'object' && !Array.isArray(written)) return written
  return Object.fromEntries([written].flat().map((path) => [path, `{${partOf(method)}.${sentName(path)}}`]))
}

/** Name under which a bare field of `by` is sent: `market_slug` for `market.slug`. */
const sentName = (path: string): string => path.replaceAll('.', '_')
