import { randomUUID } from 'node:crypto'
import type { Problem } from '#schemas/check/problem.ts'
import { keepToken, readCredentials } from './credentials.ts'
import { UsageError } from './usage-error.ts'

export interface ServerOptions {
  server?: string
  token?: string
}

/** Thrown if a server refuses a call or does not answer. */
export class ServerRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly problems: Problem[]
  constructor(status: number, code: string, message: string, problems: Problem[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.problems = problems
  }
}

export interface Client {
  server: string
  call: <T>(method: string, name: string, data?: Record<string, unknown>) => Promise<T>
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * A server's address without a trailing slash.
 * @throws UsageError
 */
export function serverAddress(options: ServerOptions, env: Environment): string {
  const server = options.server ?? env.PISHKHAN_SERVER ?? readCredentials(env).server
  if (server === undefined || server === '') throw new UsageError('name the server: --server URL, PISHKHAN_SERVER, or "pishkhan login"')
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new UsageError(`"${server}" is no address of a server, e.g. http://127.0.0.1:4600`)
  return server.replace(/\/+$/, '')
}

/** Calls a server as a developer. The token is `--token`, PISHKHAN_TOKEN or the one that `pishkhan login` stored. */
export function openClient(options: ServerOptions, env: Environment): Client {
  const server = serverAddress(options, env)
  const tokens = readCredentials(env).tokens
  const explicitToken = options.token ?? env.PISHKHAN_TOKEN
  const storedToken = Object.hasOwn(tokens, server) ? tokens[server] : undefined
  let token = explicitToken ?? storedToken?.token
  if (!token) throw new UsageError(`a developer's token is needed: --token T, PISHKHAN_TOKEN, or "pishkhan login --server ${server}"`)
  const renew =
    explicitToken !== undefined || !storedToken
      ? undefined
      : (renewed: string) => {
          token = renewed
          keepToken(env, server, { ...storedToken, token: renewed })
        }
  return { server, call: (method, name, data) => callServer(server, method, name, data, token, renew) }
}

/**
 * Makes one call and returns its `results`. `renew` is called with the token that replaces the one that was sent.
 * @throws ServerRefusal
 */
export async function callServer<T>(
  server: string,
  method: string,
  name: string,
  data: Record<string, unknown> = {},
  token?: string,
  renew?: (token: string) => void,
): Promise<T> {
  const query =
    method === 'GET' || method === 'DELETE'
      ? new URLSearchParams(
          Object.entries(data)
            .filter(([, value]) => value !== undefined)
            .map(([key, value]) => [key, String(value)]),
        ).toString()
      : ''
  let response: Response
  try {
    response = await fetch(`${server}/api/v1/${name}${query ? `?${query}` : ''}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-locale': 'en',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(query === '' && method !== 'GET' && method !== 'DELETE'
          ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
          : {}),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(data) }),
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    })
  } catch (fault) {
    const { cause, message } = fault as Error & { cause?: { code?: string; message?: string } }
    throw new ServerRefusal(0, 'unreachable', `${server} does not answer: ${cause?.code ?? cause?.message ?? message}`)
  }
  const body = (await response.json().catch(() => undefined)) as
    | {
        results?: T
        errorCode?: string | number
        userMessage?: string
        errors?: Record<string, string[]>
        metadata?: { problems?: Problem[]; access_token?: string }
      }
    | undefined
  if (typeof body?.metadata?.access_token === 'string') renew?.(body.metadata.access_token)
  if (response.ok && body && 'results' in body) return body.results as T
  if (!body || body.errorCode === undefined)
    throw new ServerRefusal(
      response.status,
      'no-envelope',
      `${server} is no Pishkhan server: ${name} answered ${response.status} without an envelope`,
    )
  const hint =
    response.status === 401
      ? [`sign in again: pishkhan login --server ${server}`]
      : response.status === 403 && name !== 'login'
        ? [`${name} needs the token of a developer: pishkhan login --server ${server}, --token T or PISHKHAN_TOKEN`]
        : []
  const fields = Object.entries(body.errors ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  throw new ServerRefusal(
    response.status,
    String(body.errorCode),
    [body.userMessage ?? String(body.errorCode), ...fields, ...(name === 'login' ? [] : hint)].join('\n  '),
    body.metadata?.problems ?? [],
  )
}
