import { callNamed } from './call.ts'
import { nameOf } from '#schemas/rules/text/plain-text.ts'

export interface RemoteOption {
  value: string
  title: string
}

/** Choices in the answer of a list call: `{id, title}` records, `{value, title}` options or plain values. */
export function readRemoteOptions(results: unknown): RemoteOption[] {
  if (!Array.isArray(results)) return []
  return results.flatMap((item): RemoteOption[] => {
    if (typeof item === 'string' || typeof item === 'number') return [{ value: String(item), title: String(item) }]
    if (typeof item !== 'object' || item === null) return []
    const { id, value } = item as Record<string, unknown>
    const key = value ?? id
    if (typeof key !== 'string' && typeof key !== 'number') return []
    return [{ value: String(key), title: nameOf(item) ?? String(key) }]
  })
}

/** Asks an endpoint for choices: those that match `q`, or those of `ids`. */
export async function fetchRemoteOptions(endpoint: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<RemoteOption[]> {
  const { results } = await callNamed(endpoint, { params, method: 'GET', signal })
  return readRemoteOptions(results)
}
