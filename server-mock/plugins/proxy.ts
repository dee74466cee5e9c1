import { interpolate, pathsIn } from '#schemas/rules/interpolate.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, UnmanagedHandler } from '#server/feature.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 2 * 1024 * 1024

/** Passes a call on to another system: only to origins that the configuration allows, without the caller's token. */
export function proxyHandler(endpoint: EndpointDocument): UnmanagedHandler {
  return {
    unmanaged: async ({ params, payload, config, caller }) => {
      const url = targetOf(endpoint, { ...params, ...payload })
      if (!url || !config.proxyOrigins.includes(url.origin)) throw new ApiError('upstream-failed')
      const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
      const inAddress = new Set(pathsIn(endpoint.url ?? '').map((path) => path.split('.').at(-1)))
      for (const [name, value] of Object.entries(params))
        if (!inAddress.has(name) && value !== undefined && value !== null) url.searchParams.set(name, String(value))
      const answer = await ask(url, {
        method: endpoint.method,
        headers: { accept: 'application/json', 'x-locale': caller.locale, ...(hasBody && { 'content-type': 'application/json' }) },
        ...(hasBody && { body: JSON.stringify(payload) }),
      })
      return isEnvelope(answer) ? { results: answer.results, metadata: answer.metadata } : { results: answer }
    },
  }
}

/** `{id}` in the address takes the value of the call, encoded; it cannot lead to another host. */
function targetOf(endpoint: EndpointDocument, values: Record<string, unknown>): URL | undefined {
  const encoded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]))
  const text = interpolate(endpoint.url ?? '', { ...encoded, params: encoded, payload: encoded })
  return URL.canParse(text) ? new URL(text) : undefined
}

async function ask(url: URL, request: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new ApiError('upstream-failed')
    return JSON.parse(await readLimited(response))
  } catch {
    throw new ApiError('upstream-failed')
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength
    if (size > maxAnswerBytes) throw new RangeError('the answer is too large')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text + decoder.decode()
}

const isEnvelope = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'results' in value && 'metadata' in value && typeof value.metadata === 'object'
