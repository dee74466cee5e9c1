import { panelConfig } from '#renderer/session/config.ts'
import { currentSession } from '#renderer/session/session.ts'
import { activeLocale } from '#renderer/locale/active-locale.ts'
import type { RepeatKeys } from './idempotency-keys.ts'
import type { ActionMethod } from '#schemas/types/contract.d.ts'
import { toQuery } from '#schemas/rules/text/route-path.ts'

export interface RequestParts {
  method: ActionMethod
  version: number
  params?: Record<string, unknown>
  payload?: unknown
  mock?: boolean | 0 | 1
  /** Sent with this call only; the present session's when left out. */
  token?: string | null
  ticket?: string | null
  /** Documents that the page began with. */
  edition?: string | null
  /** Under which key a POST goes out; a new one each time when left out. */
  idempotencyKeys?: RepeatKeys
}

/** URL and fetch options of a named call. */
export function buildRequest(name: string, parts: RequestParts): { url: string; init: RequestInit } {
  const inBody = parts.method !== 'GET' && parts.method !== 'DELETE'
  const query = toQuery({ ...(inBody ? {} : asRecord(parts.payload)), ...parts.params, ...(parts.mock ? { mock: 1 } : {}) })
  const headers = callHeaders(parts.token === undefined ? currentSession().token : parts.token, parts.ticket)
  if (parts.edition) headers['X-Edition'] = parts.edition
  if (inBody) headers['Content-Type'] = 'application/json'
  const url = `${addressOf(name, parts.version)}${query}`
  const body = inBody ? JSON.stringify(parts.payload ?? {}) : undefined
  if (parts.method !== 'GET') headers['Idempotency-Key'] = parts.idempotencyKeys?.keyOf(`${url}\n${body}`) ?? crypto.randomUUID()
  return { url, init: { method: parts.method, headers, body, credentials: 'same-origin', cache: 'no-store' } }
}

export const addressOf = (name: string, version: number): string => `${panelConfig.api_base}/v${version}/${encodeURIComponent(name)}`

/** What every call says of its sender. */
export function callHeaders(token: string | null | undefined, ticket?: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Locale': activeLocale(),
    'X-Timezone': activeTimezone(),
    // Documents call fields by the names of their entities, whatever callers outside of the panel call them.
    'X-Field-Names': 'entity',
  }
  if (token) headers.Authorization = `Bearer ${token}`
  if (ticket) headers['X-Access-Ticket'] = ticket
  return headers
}

/** Zone of the session, else of the browser. */
export const activeTimezone = () => currentSession().timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const asRecord = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
