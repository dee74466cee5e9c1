import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr'
import { useActiveLocale, activeLocale } from '#renderer/locale/active-locale.ts'
import type { ActionMethod } from '#schemas/types/contract.d.ts'
import { asFailure, isCancelled, type CallFailure } from './call-failure.ts'
import { callNamed, type Answer } from './call.ts'
import { isPublicCall } from './public-calls.ts'
import { showFailure } from './show-failure.ts'

export interface UseCallOptions<Results> extends Pick<
  SWRConfiguration<Answer<Results>, CallFailure>,
  | 'keepPreviousData'
  | 'shouldRetryOnError'
  | 'revalidateIfStale'
  | 'revalidateOnMount'
  | 'refreshInterval'
  | 'fallbackData'
  | 'onSuccess'
  | 'dedupingInterval'
> {
  method?: ActionMethod
  version?: number
  mock?: boolean | 0 | 1
  /** Belongs to the frame, not to the route: see `NamedCallOptions.background`. */
  background?: boolean
  /** Whether a failure is shown in a toast (`toast`) or left to the caller (`caller`, the default). */
  failure?: 'toast' | 'caller'
  /** Keeps this caller's data apart from others of the same call, e.g. the key of a history entry. */
  scope?: string
}

export type CallKey = [name: string, params: string, locale: string, detail: string]

/** Key of a call in the cache. Its first part is the endpoint's name, so that `mutate` can find all of one endpoint. */
export function callKey(
  name: string,
  params: Record<string, unknown> = {},
  options: Pick<UseCallOptions<unknown>, 'method' | 'version' | 'mock' | 'scope'> = {},
  locale = activeLocale(),
): CallKey {
  const sorted = Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return [
    name,
    JSON.stringify(sorted),
    locale,
    `${options.method ?? 'GET'} v${options.version ?? 1}${options.mock ? ' mock' : ''}${options.scope ? ` ${options.scope}` : ''}`,
  ]
}

/** Reads a call through the cache, keyed by endpoint, parameters and locale; `params` null reads nothing yet. */
export function useCall<Results = unknown>(
  name: string,
  params: Record<string, unknown> | null = {},
  options: UseCallOptions<Results> = {},
): SWRResponse<Answer<Results>, CallFailure> {
  const locale = useActiveLocale((state) => state.locale)
  const { method, version, mock, background, failure: _failure, scope: _scope, ...swr } = options
  return useSWR<Answer<Results>, CallFailure>(
    params === null ? null : callKey(name, params, options, locale),
    () => callNamed<Results>(name, { params: params ?? {}, method: method ?? 'GET', version, mock, background }),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      ...swr,
      onError: (error) => {
        if (options.failure === 'toast' && !isCancelled(error)) showFailure(asFailure(error, name))
      },
    },
  )
}

/** Puts a response into the cache before it is needed; failures are left to the component that needs it. */
export async function prefetchCall(
  name: string,
  params: Record<string, unknown> = {},
  options: UseCallOptions<unknown> = {},
): Promise<void> {
  const key = callKey(name, params, options)
  try {
    await mutate(
      key,
      callNamed(name, { params, method: options.method ?? 'GET', version: options.version, mock: options.mock, background: true }),
      { revalidate: false, populateCache: true },
    )
  } catch {
    // The page requests it again and reports failures.
  }
}

/** Asks again for what the endpoints of these names have answered, once however many places show it. */
export const readAgain = (...names: string[]) => mutate((key) => Array.isArray(key) && names.includes(String(key[0])))

/** What guests see and every start needs. */
const isPublic = (key: unknown) =>
  Array.isArray(key) && (isPublicCall(String(key[0])) || (key[0] === 'screen' && String(key[1]).includes('"name":"auth-')))

/**
 * Clears all cached responses of a user, after signing in or out. With `again`, mounted components request theirs again,
 * and pending calls of the former user are ignored.
 */
export const purgeAnswers = ({ again = false } = {}) => mutate((key) => !isPublic(key), undefined, { revalidate: again })
