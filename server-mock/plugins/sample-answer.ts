import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import type { Answer } from '#server/feature.ts'

type Schema = Record<string, unknown>

const contract = readContractSchemas()
const maxDepth = 8

/** What a call with `mock=1` is answered: the endpoint's own sample, else the smallest values that its schemas allow. */
export function sampleAnswer({ sample, results, metadata }: EndpointDocument): Answer {
  if (sample) return { results: sample.results ?? null, metadata: sample.metadata }
  return { results: sampleOf(results), ...(metadata && { metadata: sampleOf(metadata) as Record<string, unknown> }) }
}

function sampleOf(schema: unknown, depth = 0): unknown {
  if (schema === null || typeof schema !== 'object' || depth > maxDepth) return null
  const { $ref, ...own } = schema as Schema
  if (typeof $ref === 'string') return sampleOf(resolve($ref), depth + 1)
  if ('const' in own) return own.const
  if ('default' in own) return own.default
  for (const list of [own.examples, own.enum]) if (Array.isArray(list) && list.length > 0) return list[0] as unknown
  for (const list of [own.anyOf, own.oneOf, own.allOf]) if (Array.isArray(list) && list.length > 0) return sampleOf(list[0], depth + 1)
  const type = Array.isArray(own.type) ? (own.type as unknown[])[0] : own.type
  const make = samples[String(type)]
  return make ? make(own, depth) : null
}

const samples: Record<string, (schema: Schema, depth: number) => unknown> = {
  string: ({ format }) =>
    format === 'date-time' ? '2024-03-20T00:00:00.000Z' : format === 'date' ? '2024-03-20' : format === 'decimal' ? '0' : 'sample',
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
  array: ({ items }, depth) => (items ? [sampleOf(items, depth + 1)] : []),
  object: ({ properties = {} }, depth) =>
    Object.fromEntries(Object.entries(properties as Schema).map(([name, part]) => [name, sampleOf(part, depth + 1)])),
}

function resolve(ref: string): unknown {
  const [id = '', pointer = ''] = ref.split('#')
  return pointer
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((node, key) => (node as Schema | undefined)?.[key], contract.get(id))
}
