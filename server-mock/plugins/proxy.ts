import { interpolate, pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { Answer, AnyUnmanagedHandler } from '#server/feature.ts'
import { measureJson } from './json-body.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 2 * 1024 * 1024
const maxAnswerDepth = 100

/** Metadata that the server sets itself; values of another system are dropped. */
const ownMetadata: ReadonlySet<string> = new Set([
  'publication',
  'access_token',
  'access_ticket',
  'password_force_change',
  'second_factor_required',
  'redirect',
  'form',
])

/** Passes data on to another system, and its answer back: only to origins that the configuration allows, without any header of the call. */
export function proxyHandler(endpoint: EndpointDocument): AnyUnmanagedHandler {
  return {
    unmanaged: async ({ params, payload, config, caller }) => {
      const url = targetOf(endpoint, { params, payload })
      if (!url || !config.proxyOrigins.includes(url.origin)) throw new ApiError('upstream-failed')
      const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
      const inAddress = new Set(insertedIn(endpoint))
      for (const [name, value] of Object.entries(params))
        if (!inAddress.has(name) && value !== undefined && value !== null) url.searchParams.set(name, String(value))
      const answer = await ask(url, {
        method: endpoint.method,
        headers: { accept: 'application/json', 'x-locale': caller.locale, ...(hasBody && { 'content-type': 'application/json' }) },
        ...(hasBody && { body: JSON.stringify(payload) }),
      })
      return isEnvelope(answer) ? { results: answer.results, metadata: dataOnly(answer.metadata!) } : { results: answer }
    },
  }
}

const dataOnly = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownMetadata.has(name)))

const insertedIn = ({ url = '' }: EndpointDocument): string[] => pathsIn(url).map((path) => path.split('.').at(-1)!)

/**
 * `{id}` in the address takes the value of the call, encoded; it leads neither to another host nor out of the folder before it.
 * @throws a 422 naming each value that has a step out of its folder, encoded or not
 */
function targetOf(endpoint: EndpointDocument, { params, payload }: Record<'params' | 'payload', Record<string, unknown>>): URL | undefined {
  const values = { ...params, ...payload }
  const stepping = insertedIn(endpoint).filter((name) => stepsOut(String(values[name] ?? '')))
  if (stepping.length > 0) throw validationError(Object.fromEntries(stepping.map((name) => [name, [{ key: 'rules.invalid' }]])))
  const encoded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]))
  const template = endpoint.url ?? ''
  const text = interpolate(template, { ...encoded, params: encoded, payload: encoded })
  const base = template.replace(/\{.*$/s, '')
  if (!URL.canParse(text) || !URL.canParse(base)) return undefined
  const [url, folder] = [new URL(text), new URL(base)]
  return url.origin === folder.origin && url.pathname.startsWith(folder.pathname) ? url : undefined
}

/** Other systems may decode a value more than once. */
const decodings = 3

function stepsOut(value: string): boolean {
  let text = value
  for (let times = 0; times <= decodings; times += 1) {
    if (text.split(/[\\/]/).some((step) => step.trim() === '.' || step.trim() === '..')) return true
    try {
      text = decodeURIComponent(text)
    } catch {
      return false
    }
  }
  return false
}

/** @throws `upstream-failed`: without an answer in time, with another status than one of success, for an answer that cannot be read */
async function ask(url: URL, request: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...request,
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ApiError('upstream-failed')
  })
  if (!response.ok) {
    // Nothing of the answer but its status is told: its text may hold secrets of the other system.
    await response.body?.cancel().catch(() => {})
    throw upstreamFailed('errors.upstream_status', response.status)
  }
  try {
    const text = await readLimited(response)
    if (measureJson(text, maxAnswerDepth).depth > maxAnswerDepth) throw new RangeError('the answer is too deep')
    return JSON.parse(text)
  } catch (fault) {
    // A timeout or a lost connection in the middle of the answer is no answer.
    throw fault instanceof SyntaxError || fault instanceof RangeError
      ? upstreamFailed('errors.upstream_unreadable', response.status)
      : new ApiError('upstream-failed')
  }
}

const upstreamFailed = (key: string, status: number) =>
  new ApiError('upstream-failed', { userMessage: { key, values: { status: String(status) } }, metadata: { upstream_status: status } })

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
