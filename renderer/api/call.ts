import { isRecord } from '#schemas/rules/is-record.ts'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import type { ActionMethod, Envelope } from '#schemas/types/contract.d.ts'
import { isSignedIn, sessionToken, setAuth } from '#renderer/session/session.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { CallFailure, unreadableAnswer } from './call-failure.ts'
import { endOnFailure } from './end-on-failure.ts'
import { confirmIdentity } from './identity-check.ts'
import { notePublication, shownEdition } from './publication.ts'
import type { RepeatKeys } from './idempotency-keys.ts'
import { buildRequest } from './request.ts'
import { isPublicCall } from './public-calls.ts'
import { routeScope, sessionSignal } from './route-scope.ts'
import { answerTimeoutMs, tellWhenSlow } from './slow-calls.ts'

export { CallFailure, isCancelled } from './call-failure.ts'

export interface NamedCallOptions {
  params?: Record<string, unknown>
  payload?: unknown
  /** POST when there is a payload, else GET. */
  method?: ActionMethod
  version?: number
  mock?: boolean | 0 | 1
  signal?: AbortSignal
  /** Outlives a change of route, and neither sends nor sets the access ticket: prefetches, the frame, polls. */
  background?: boolean
  /** Not cancelled when the session ends: for the calls that end it. */
  survivesLogout?: boolean
  /** Keeps a repeat of the same POST from happening twice; a new key each call when left out. */
  idempotencyKeys?: RepeatKeys
  token?: string | null
}

export interface Answer<Results = unknown, Metadata = Envelope['metadata']> {
  results: Results
  metadata: Metadata
}

type Known = Endpoints & Record<never, never>
type Part<Name extends keyof Known, Key extends string> = Known[Name] extends Record<Key, infer Found> ? Found : unknown
export type CallOptions<Name extends keyof Known> = Omit<NamedCallOptions, 'params' | 'payload' | 'method'> & {
  params?: Part<Name, 'params'>
  payload?: Part<Name, 'payload'>
} & (Part<Name, 'method'> extends 'GET' | 'POST' ? { method?: Part<Name, 'method'> } : { method: Part<Name, 'method'> })

/**
 * Makes a call of the catalogue, checked by the compiler.
 * @throws CallFailure with the response body; a cancelled call's `errorCode` is `cancelled` (see `isCancelled`)
 */
export function call<Name extends keyof Known & string>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Answer<Part<Name, 'results'>, Part<Name, 'metadata'> & Envelope['metadata']>> {
  return callNamed(name, options as NamedCallOptions) as never
}

/** As `call`, for a name that comes from a document. What needs a confirmation of who uses the session is sent again after it. */
export async function callNamed<Results = unknown>(name: string, options: NamedCallOptions = {}): Promise<Answer<Results>> {
  try {
    return await sendNamed<Results>(name, options)
  } catch (fault) {
    if (options.background || !(fault instanceof CallFailure) || fault.errorCode !== 'identity-unproved') throw fault
    if (!(await confirmIdentity())) throw new CallFailure(name, 0, { errorCode: 'cancelled' })
    return sendNamed<Results>(name, options)
  }
}

async function sendNamed<Results>(name: string, options: NamedCallOptions): Promise<Answer<Results>> {
  const method = options.method ?? (options.payload === undefined ? 'GET' : 'POST')
  const scope = options.background ? null : routeScope()
  const ofSession = sessionToken() !== null && !options.survivesLogout && !isPublicCall(name) ? sessionSignal() : undefined
  const signals = [scope?.signal, ofSession, options.signal].filter((signal) => signal !== undefined)
  const { url, init } = buildRequest(name, {
    ...options,
    method,
    version: options.version ?? 1,
    ticket: scope?.ticket ?? null,
    edition: scope && shownEdition(),
  })
  const sentToken = options.token === undefined ? sessionToken() : options.token
  const late = new AbortController()
  const timer = options.background ? undefined : setTimeout(() => late.abort(), answerTimeoutMs)
  let status: number
  let text: string
  try {
    const sending = fetch(url, { ...init, signal: AbortSignal.any([...signals, late.signal] as AbortSignal[]) }).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }))
    if (method !== 'GET' && !options.background) tellWhenSlow(sending)
    ;({ status, text } = await sending)
  } catch {
    const cancelled = signals.some((signal) => signal?.aborted)
    throw new CallFailure(name, 0, { errorCode: cancelled ? 'cancelled' : 'network' })
  } finally {
    clearTimeout(timer)
  }
  options.idempotencyKeys?.answered()
  const { results, metadata } = readAnswer(name, status, text, sentToken)
  if (typeof metadata.access_ticket === 'string') scope?.keepTicket(metadata.access_ticket)
  return { results: results as Results, metadata }
}

/**
 * Processes a response: stores a renewed token and the publication.
 * @throws CallFailure for a refusal or an invalid response
 */
export function readAnswer(name: string, status: number, text: string, sentToken: string | null): Answer {
  const read = parseBody(text)
  const body: Partial<Envelope> & Record<string, unknown> = isRecord(read) ? read : {}
  // What somebody else was shown, who was signed in before, says nothing.
  if (sentToken === sessionToken()) notePublication(body.metadata?.publication, body.metadata?.edition)
  if (status < 200 || status > 299) {
    const failure = new CallFailure(name, status, body)
    endOnFailure(failure, sentToken)
    if (failure.errorCode === 'password-change-required') takeSession({ password_force_change: true }, sentToken)
    if (failure.errorCode === 'second-factor-required') takeSession({ second_factor_required: true }, sentToken)
    throw failure
  }
  // A proxy's page, a file, a bare list: an answer came, but none that can be taken for an empty one.
  if (!isRecord(read)) throw unreadableAnswer(name, '', 'object', read)
  const metadata = body.metadata ?? {}
  takeSession(metadata, sentToken)
  for (const text of Array.isArray(metadata.notices) ? metadata.notices : []) showToast({ tone: 'warning', text: String(text) })
  return { results: body.results, metadata }
}

/** A renewed token replaces only the token that it renews, not that of a user who signed in since. */
function takeSession(metadata: Envelope['metadata'], sentToken: string | null): void {
  if (!isSignedIn() || sentToken !== sessionToken()) return
  if (typeof metadata.access_token === 'string' && metadata.access_token) setAuth({ token: metadata.access_token })
  if (metadata.password_force_change === true) setAuth({ forceChangePassword: true })
  else if (metadata.password_force_change === false) setAuth({ forceChangePassword: false })
  if (typeof metadata.second_factor_required === 'boolean') setAuth({ secondFactorRequired: metadata.second_factor_required })
}

/** The body as JSON, or as text if it is not JSON; no body is an empty response. */
function parseBody(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
