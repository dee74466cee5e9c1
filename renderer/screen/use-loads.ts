import { useEffect } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { interpolateDeep } from '#schemas/rules/interpolate.ts'
import type { ScreenAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'
import { subscribeRefresh } from '#renderer/action/refresh.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { currentSession } from '#renderer/session/session.ts'

export type Loaded = Record<string, unknown>

/** True when something on the screen is edited: then what was loaded before must not pass for what is stored. */
export function hasForm(blocks: readonly ScreenBlock[] = []): boolean {
  return blocks.some(block => block.form !== undefined || block.widget !== undefined || hasForm(block.body) || (block.columns ?? []).some(column => hasForm(column.body)) || (block.tabs ?? []).some(tab => hasForm(tab.body)))
}

/**
 * Makes the screen's calls together and hands over their results by name. A screen with a form asks anew on each visit;
 * another one shows what is known at once and reads it again behind.
 */
export function useLoads(screen: ScreenAnswer | undefined, params: Record<string, string>, visit: string): SWRResponse<Loaded, CallFailure> {
  const locale = useActiveLocale(state => state.locale)
  const load = screen?.load ?? {}
  const { token: _token, ...session } = currentSession()
  const calls = interpolateDeep(load, { route: params, params, session })
  const key = screen && Object.keys(load).length > 0 ? ['screen-load', screen.name, JSON.stringify(calls), locale, hasForm(screen.body) ? visit : ''] : null
  const answer = useSWR<Loaded, CallFailure>(key, () => readAll(calls), { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false })
  const { mutate } = answer
  useEffect(() => subscribeRefresh('screen', () => void mutate()), [mutate])
  return answer
}

async function readAll(calls: NonNullable<ScreenAnswer['load']>): Promise<Loaded> {
  const answers = await Promise.all(Object.entries(calls).map(async ([as, { name, params, version, mock }]) => [as, (await callNamed(name, { params, version, mock, method: 'GET' })).results] as const))
  return Object.fromEntries(answers)
}
