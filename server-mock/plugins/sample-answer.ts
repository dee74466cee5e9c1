import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import { sampleOfSchema } from '#schemas/samples/sample-of-schema.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import type { Answer } from '#server/feature.ts'

type Schema = Record<string, unknown>

const contract = readContractSchemas()

/** What a call with `mock=1` is answered: the endpoint's own sample, else the smallest values that its schemas allow. */
export function sampleAnswer({ sample, results, metadata }: EndpointDocument): Answer {
  if (sample) return { results: sample.results ?? null, metadata: sample.metadata }
  return {
    results: sampleOfSchema(results, resolve),
    ...(metadata && { metadata: sampleOfSchema(metadata, resolve) as Record<string, unknown> }),
  }
}

function resolve(ref: string): unknown {
  const [id = '', pointer = ''] = ref.split('#')
  return pointer
    .split('/')
    .filter(Boolean)
    .reduce<unknown>((node, key) => (node as Schema | undefined)?.[key], contract.get(id))
}
